-- Every mail goes through the queue: to whom, how often it was tried, what the mail server said last, and whether it was
-- given up. Details are sealed, and go with the row once the mail is sent.

-- AlterTable
ALTER TABLE "mail" ADD COLUMN "recipient" TEXT;
ALTER TABLE "mail" ADD COLUMN "details" TEXT;
ALTER TABLE "mail" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "mail" ADD COLUMN "attempted_at" BIGINT;
ALTER TABLE "mail" ADD COLUMN "next_attempt_at" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "mail" ADD COLUMN "last_error" TEXT;
ALTER TABLE "mail" ADD COLUMN "failed_at" BIGINT;
