-- Who spent something on a day: the hourly mails look at nobody else.
CREATE INDEX "ledger_day_day_user_id_idx" ON "ledger_day"("day", "user_id");
