-- Mails are no longer about money only: authors are told what became of their prompts.
ALTER TABLE "money_mail" RENAME TO "mail";

-- DropIndex
DROP INDEX "money_mail_sent_at_due_at_idx";

-- CreateIndex
CREATE INDEX "mail_sent_at_due_at_idx" ON "mail"("sent_at", "due_at");
