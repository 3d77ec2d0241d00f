-- A registration keeps its name and password until its own link is opened.
-- CreateTable
CREATE TABLE "pending_registration" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "pending_registration_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "pending_registration_user_id_created_at_idx" ON "pending_registration"("user_id", "created_at");

-- AlterTable
ALTER TABLE "account_token" ADD COLUMN "registration_id" TEXT REFERENCES "pending_registration" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Nobody knows who chose the password of an unconfirmed account: its links, which name no registration, now lead to
-- choosing one.
UPDATE "user" SET "password_hash" = NULL, "password_changed_at" = NULL WHERE "email_confirmed_at" IS NULL;
