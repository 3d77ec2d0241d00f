-- A price is a rule in JSON: micro-dollars for a million tokens. What a rule does not say is as the input, or nothing
-- (app/features/ledger/stored-rule.ts). Each change is a row of its own; the highest version of a model counts.
CREATE TABLE "new_ai_price" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "valid_from" DATETIME NOT NULL
);
INSERT INTO "new_ai_price"
SELECT "id", "provider", "model", 1,
    json_object('input', "input_micro_usd_per_1k" * 1000, 'output', "output_micro_usd_per_1k" * 1000),
    "currency", "is_active", "updated_at"
FROM "ai_price" ORDER BY rowid;
DROP TABLE "ai_price";
ALTER TABLE "new_ai_price" RENAME TO "ai_price";
CREATE UNIQUE INDEX "ai_price_provider_model_version_key" ON "ai_price"("provider", "model", "version");
CREATE TRIGGER "ai_price_keeps_its_history" BEFORE UPDATE ON "ai_price"
BEGIN SELECT RAISE(ABORT, 'ai_price is append-only'); END;

-- A call keeps the rule it was held with.
CREATE TABLE "new_ledger_hold" (
    "operation_id" TEXT NOT NULL PRIMARY KEY,
    "account_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "is_dispatched" BOOLEAN NOT NULL DEFAULT false,
    "price_rule" TEXT NOT NULL,
    "boot_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deadline_at" BIGINT NOT NULL,
    CONSTRAINT "ledger_hold_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "ledger_operation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ledger_hold_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_ledger_hold"
SELECT "operation_id", "account_id", "amount", "state", "is_dispatched",
    json_object('input', "input_micro_usd_per_1k" * 1000, 'output', "output_micro_usd_per_1k" * 1000),
    "boot_id", "created_at", "deadline_at"
FROM "ledger_hold" ORDER BY rowid;
DROP TABLE "ledger_hold";
ALTER TABLE "new_ledger_hold" RENAME TO "ledger_hold";
CREATE INDEX "ledger_hold_state_deadline_at_idx" ON "ledger_hold"("state", "deadline_at");
CREATE INDEX "ledger_hold_account_id_state_idx" ON "ledger_hold"("account_id", "state");
