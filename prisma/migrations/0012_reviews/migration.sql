-- What people think of replies, and the counts of it beside each run; how much a trial has left to do. The table of runs
-- is made anew, so that its long texts stay its last columns.
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
    "lease_owner" TEXT,
    "lease_until" BIGINT NOT NULL DEFAULT 0,
    "fencing_token" INTEGER NOT NULL DEFAULT 0,
    "unexpected_ends" INTEGER NOT NULL DEFAULT 0,
    "created_at" BIGINT NOT NULL,
    "started_at" BIGINT,
    "finished_at" BIGINT,
    "outputs" TEXT NOT NULL DEFAULT '[]',
    "script" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "memo" TEXT,
    CONSTRAINT "baiql_execution_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CHECK ("status" IN ('queued', 'running', 'completed', 'failed')),
    CHECK ("fencing_token" >= 0)
);
INSERT INTO "new_baiql_execution"
SELECT "id", "user_id", "request_key", "script_name", "plan_hash", "mode", "trial_size", NULL, "batch_type", "model",
    "continue_as", "status", "reason", "message", "total", "succeeded", "failed", "skipped", "cut_off", 0, 0,
    "input_tokens", "output_tokens", "cost", "lease_owner", "lease_until", "fencing_token", "unexpected_ends",
    "created_at", "started_at", "finished_at", "outputs", "script", "plan", "memo"
FROM "baiql_execution" ORDER BY rowid;
DROP TABLE "baiql_execution";
ALTER TABLE "new_baiql_execution" RENAME TO "baiql_execution";
CREATE UNIQUE INDEX "baiql_execution_user_id_request_key_key" ON "baiql_execution"("user_id", "request_key");
CREATE INDEX "baiql_execution_user_id_created_at_id_idx" ON "baiql_execution"("user_id", "created_at", "id");
CREATE INDEX "baiql_execution_status_lease_until_idx" ON "baiql_execution"("status", "lease_until");
CREATE INDEX "baiql_execution_lease_owner_idx" ON "baiql_execution"("lease_owner");
CREATE INDEX "baiql_execution_continue_as_finished_at_idx" ON "baiql_execution"("continue_as", "finished_at");
CREATE INDEX "baiql_execution_continue_as_plan_hash_idx" ON "baiql_execution"("continue_as", "plan_hash");

-- One's own runs by their status and by what they are sorted by.
CREATE INDEX "baiql_execution_user_id_status_created_at_id_idx" ON "baiql_execution"("user_id", "status", "created_at", "id");

CREATE TABLE "baiql_review" (
    "execution_id" TEXT NOT NULL,
    "batch" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "is_pending" BOOLEAN NOT NULL,
    "at" BIGINT NOT NULL,
    "run" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "original" TEXT NOT NULL,

    PRIMARY KEY ("execution_id", "batch", "number"),
    CONSTRAINT "baiql_review_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CHECK ("verdict" IN ('accepted', 'edited', 'asked'))
);
CREATE INDEX "baiql_review_execution_id_verdict_batch_number_idx" ON "baiql_review"("execution_id", "verdict", "batch", "number");
