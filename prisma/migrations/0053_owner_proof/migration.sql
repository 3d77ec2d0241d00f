-- AlterTable
ALTER TABLE "session" ADD COLUMN "proven_at" DATETIME;

-- AlterTable
ALTER TABLE "account_token" ADD COLUMN "provider_subject" TEXT;
ALTER TABLE "account_token" ADD COLUMN "session_id" TEXT;

-- Google was linked to accounts without asking for their password, which a stranger may have chosen: their owners are
-- told once, and can remove it.
INSERT INTO "mail" ("user_id", "kind", "about", "due_at")
SELECT "id", 'google-and-password', 'once', CAST(strftime('%s', 'now') AS INTEGER) * 1000
FROM "user"
WHERE "google_subject" IS NOT NULL AND "password_hash" IS NOT NULL AND "deleted_at" IS NULL AND "suspended_at" IS NULL;
