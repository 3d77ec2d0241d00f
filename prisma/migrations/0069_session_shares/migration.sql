-- Sessions that their owners show under a link, as they were when the link was made.

-- CreateTable
CREATE TABLE "session_share" (
    "token" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "shared_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "title" TEXT NOT NULL,
    "instructions" TEXT NOT NULL,
    "entries" TEXT NOT NULL,
    CONSTRAINT "session_share_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "saved_session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "session_share_session_id_key" ON "session_share"("session_id");
-- CreateIndex
CREATE INDEX "session_share_user_id_idx" ON "session_share"("user_id");
-- CreateIndex
CREATE INDEX "session_share_expires_at_idx" ON "session_share"("expires_at");
