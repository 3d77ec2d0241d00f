-- A free call that the server ended when it stopped is paid by the platform and doesn't count against the day's allowance.
ALTER TABLE "ledger_hold" ADD COLUMN "is_counted" BOOLEAN NOT NULL DEFAULT true;
