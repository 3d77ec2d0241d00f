-- What was paid with an API key, and what was spent with it in a month.

-- AlterTable
ALTER TABLE "ledger_entry" ADD COLUMN "api_key_id" TEXT;

-- AlterTable
ALTER TABLE "ledger_operation" ADD COLUMN "api_key_id" TEXT;

-- CreateIndex
CREATE INDEX "ledger_entry_api_key_id_version_idx" ON "ledger_entry"("api_key_id", "version");

-- CreateTable
CREATE TABLE "ledger_key_month" (
    "api_key_id" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "spent" BIGINT NOT NULL DEFAULT 0,

    PRIMARY KEY ("api_key_id", "month")
);

-- The key becomes part of the primary key: what a dashboard adds up, by key.
CREATE TABLE "new_ledger_usage" (
    "user_id" TEXT NOT NULL,
    "quarter" BIGINT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "category_id" INTEGER NOT NULL DEFAULT 0,
    "api_key_id" TEXT NOT NULL DEFAULT '',
    "requests" INTEGER NOT NULL DEFAULT 0,
    "free_requests" INTEGER NOT NULL DEFAULT 0,
    "not_charged" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost" BIGINT NOT NULL DEFAULT 0,
    "free_value" BIGINT NOT NULL DEFAULT 0,
    "cache_saved" BIGINT NOT NULL DEFAULT 0,

    PRIMARY KEY ("user_id", "quarter", "endpoint", "provider", "model", "category_id", "api_key_id"),
    CONSTRAINT "ledger_usage_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account" ("user_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_ledger_usage" ("cache_saved", "category_id", "cost", "endpoint", "free_requests", "free_value", "input_tokens", "model", "not_charged", "output_tokens", "provider", "quarter", "requests", "user_id") SELECT "cache_saved", "category_id", "cost", "endpoint", "free_requests", "free_value", "input_tokens", "model", "not_charged", "output_tokens", "provider", "quarter", "requests", "user_id" FROM "ledger_usage";
DROP TABLE "ledger_usage";
ALTER TABLE "new_ledger_usage" RENAME TO "ledger_usage";

-- A run that a key began goes on with it after a restart.
ALTER TABLE "baiql_execution" ADD COLUMN "api_key_id" TEXT;
