-- Free optimizations have a daily allowance of their own, beside that of free sends.
ALTER TABLE "ledger_operation" ADD COLUMN "is_optimization" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "ledger_day" ADD COLUMN "free_optimizations" INTEGER NOT NULL DEFAULT 0;
