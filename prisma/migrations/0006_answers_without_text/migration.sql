-- A few answers a day without any visible text are the platform's loss; this counts them.
ALTER TABLE "ledger_day" ADD COLUMN "without_text" INTEGER NOT NULL DEFAULT 0;
