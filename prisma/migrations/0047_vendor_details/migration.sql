-- Why a provider refused a request, in its own words: for administrators, for 30 days.

-- CreateTable
CREATE TABLE "vendor_detail" (
    "operation_id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "sentence" TEXT NOT NULL,
    "field" TEXT,
    CONSTRAINT "vendor_detail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "vendor_detail_user_id_idx" ON "vendor_detail"("user_id");

-- CreateIndex
CREATE INDEX "vendor_detail_at_idx" ON "vendor_detail"("at");
