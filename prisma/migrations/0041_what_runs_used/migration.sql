-- A run counts the replies that it had from the cache, and the time in which it worked: not that between its parts. The
-- table is made anew, so that its long texts stay its last columns.
CREATE TABLE "new_baiql_execution" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "request_key" TEXT,
    "script_name" TEXT NOT NULL,
    "plan_hash" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "trial_size" INTEGER,
    "remaining" INTEGER,
    "batch_type" TEXT,
    "model" TEXT,
    "continue_as" TEXT NOT NULL DEFAULT 'fresh',
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
-- When earlier runs paused is not known: of those that have ended, the time from their beginning counts.
INSERT INTO "new_baiql_execution"
SELECT "run"."id", "run"."user_id", "request_key", "script_name", "plan_hash", "mode", "trial_size", "remaining", "batch_type",
    "model", "continue_as", "status", "reason", "message", "total", "succeeded", "failed", "skipped", "cut_off", "edited",
    "to_write", "run"."input_tokens", "run"."output_tokens", "run"."cost",
    coalesce("copies"."count", 0), coalesce("copies"."input_tokens", 0), coalesce("copies"."output_tokens", 0),
    "lease_owner", "lease_until", "fencing_token", "unexpected_ends", "run"."created_at", "started_at", "finished_at",
    max(0, coalesce("finished_at" - "started_at", 0)), NULL, "outputs", "script", "plan"
FROM "baiql_execution" AS "run"
LEFT JOIN (
    SELECT "execution_id", count(*) AS "count", sum("input_tokens") AS "input_tokens", sum("output_tokens") AS "output_tokens"
    FROM "baiql_reply" WHERE "is_copy" GROUP BY "execution_id"
) AS "copies" ON "copies"."execution_id" = "run"."id"
ORDER BY "run".rowid;
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
