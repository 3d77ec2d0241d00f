-- A run knows what was asked with its key, and in which round its failed transactions are run again; a reply, how it ended.
-- The table is made anew, so that its long texts stay its last columns.
CREATE TABLE "new_baiql_execution" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "request_key" TEXT,
    "request_hash" TEXT,
    "script_name" TEXT NOT NULL,
    "plan_hash" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "trial_size" INTEGER,
    "remaining" INTEGER,
    "batch_type" TEXT,
    "model" TEXT,
    "continue_as" TEXT NOT NULL DEFAULT 'fresh',
    "retry_rounds" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "message" TEXT,
    "total" INTEGER NOT NULL DEFAULT 0,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "cut_off" INTEGER NOT NULL DEFAULT 0,
    "edited" INTEGER NOT NULL DEFAULT 0,
    "to_write" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost" BIGINT DEFAULT 0,
    "cached_replies" INTEGER NOT NULL DEFAULT 0,
    "cached_input_tokens" INTEGER NOT NULL DEFAULT 0,
    "cached_output_tokens" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "lease_until" BIGINT NOT NULL DEFAULT 0,
    "fencing_token" INTEGER NOT NULL DEFAULT 0,
    "unexpected_ends" INTEGER NOT NULL DEFAULT 0,
    "created_at" BIGINT NOT NULL,
    "started_at" BIGINT,
    "finished_at" BIGINT,
    "worked_ms" BIGINT NOT NULL DEFAULT 0,
    "working_since" BIGINT,
    "outputs" TEXT NOT NULL DEFAULT '[]',
    "script" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    CONSTRAINT "baiql_execution_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CHECK ("status" IN ('queued', 'running', 'completed', 'failed')),
    CHECK ("fencing_token" >= 0)
);
INSERT INTO "new_baiql_execution" (
    "id", "user_id", "request_key", "script_name", "plan_hash", "mode", "trial_size", "remaining", "batch_type",
    "model", "continue_as", "status", "reason", "message", "total", "succeeded", "failed", "skipped", "cut_off",
    "edited", "to_write", "input_tokens", "output_tokens", "cost", "cached_replies", "cached_input_tokens",
    "cached_output_tokens", "lease_owner", "lease_until", "fencing_token", "unexpected_ends", "created_at",
    "started_at", "finished_at", "worked_ms", "working_since", "outputs", "script", "plan"
)
SELECT
    "id", "user_id", "request_key", "script_name", "plan_hash", "mode", "trial_size", "remaining", "batch_type",
    "model", "continue_as", "status", "reason", "message", "total", "succeeded", "failed", "skipped", "cut_off",
    "edited", "to_write", "input_tokens", "output_tokens", "cost", "cached_replies", "cached_input_tokens",
    "cached_output_tokens", "lease_owner", "lease_until", "fencing_token", "unexpected_ends", "created_at",
    "started_at", "finished_at", "worked_ms", "working_since", "outputs", "script", "plan"
FROM "baiql_execution"
ORDER BY rowid;
DROP TABLE "baiql_execution";
ALTER TABLE "new_baiql_execution" RENAME TO "baiql_execution";
CREATE UNIQUE INDEX "baiql_execution_user_id_request_key_key" ON "baiql_execution"("user_id", "request_key");
CREATE INDEX "baiql_execution_user_id_created_at_id_idx" ON "baiql_execution"("user_id", "created_at", "id");
CREATE INDEX "baiql_execution_user_id_status_created_at_id_idx" ON "baiql_execution"("user_id", "status", "created_at", "id");
CREATE INDEX "baiql_execution_user_id_cost_created_at_id_idx" ON "baiql_execution"("user_id", "cost", "created_at", "id");
CREATE INDEX "baiql_execution_user_id_status_cost_created_at_id_idx" ON "baiql_execution"("user_id", "status", "cost", "created_at", "id");
CREATE INDEX "baiql_execution_created_at_id_idx" ON "baiql_execution"("created_at", "id");
CREATE INDEX "baiql_execution_status_created_at_id_idx" ON "baiql_execution"("status", "created_at", "id");
CREATE INDEX "baiql_execution_status_lease_until_idx" ON "baiql_execution"("status", "lease_until");
CREATE INDEX "baiql_execution_lease_owner_idx" ON "baiql_execution"("lease_owner");
CREATE INDEX "baiql_execution_continue_as_finished_at_idx" ON "baiql_execution"("continue_as", "finished_at");
CREATE INDEX "baiql_execution_continue_as_plan_hash_idx" ON "baiql_execution"("continue_as", "plan_hash");
ALTER TABLE "baiql_reply" ADD COLUMN "finish" TEXT;
