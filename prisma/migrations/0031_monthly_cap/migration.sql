-- What somebody may spend in a calendar month, where another person answers for them: a team's admin sets it.
ALTER TABLE "ledger_account" ADD COLUMN "monthly_cap" BIGINT;
