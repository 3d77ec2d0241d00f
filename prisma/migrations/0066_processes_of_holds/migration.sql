-- A hold belongs to the process that placed it, under the name that other tables use too.
ALTER TABLE "ledger_hold" RENAME COLUMN "boot_id" TO "process_id";
