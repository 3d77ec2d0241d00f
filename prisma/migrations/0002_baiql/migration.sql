-- CreateTable
CREATE TABLE "baiql_script" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "baiql_execution" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "request_key" TEXT,
    "script_name" TEXT NOT NULL,
    "script" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "plan_hash" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
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
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost" BIGINT DEFAULT 0,
    "memo" TEXT,
    "outputs" TEXT NOT NULL DEFAULT '[]',
    "lease_owner" TEXT,
    "lease_until" BIGINT NOT NULL DEFAULT 0,
    "fencing_token" INTEGER NOT NULL DEFAULT 0,
    "created_at" BIGINT NOT NULL,
    "started_at" BIGINT,
    "finished_at" BIGINT,
    CHECK ("status" IN ('queued', 'running', 'completed', 'failed')),
    CHECK ("fencing_token" >= 0)
);

-- CreateTable
CREATE TABLE "baiql_result" (
    "execution_id" TEXT NOT NULL,
    "batch" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "label" TEXT NOT NULL,
    "cost" BIGINT,
    "prompt" TEXT NOT NULL,
    "reply" TEXT NOT NULL,
    "detail" TEXT NOT NULL,

    PRIMARY KEY ("execution_id", "batch", "number")
);

-- CreateTable
CREATE TABLE "baiql_log_line" (
    "execution_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "level" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    PRIMARY KEY ("execution_id", "number")
);

-- CreateTable
CREATE TABLE "baiql_reply" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "execution_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "input_tokens" INTEGER NOT NULL,
    "output_tokens" INTEGER NOT NULL,
    "cost" BIGINT NOT NULL,
    "is_copy" BOOLEAN NOT NULL,
    "created_at" BIGINT NOT NULL
);

-- CreateIndex
CREATE INDEX "baiql_script_user_id_updated_at_idx" ON "baiql_script"("user_id", "updated_at");

-- CreateIndex
CREATE INDEX "baiql_execution_user_id_created_at_idx" ON "baiql_execution"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "baiql_execution_status_lease_until_idx" ON "baiql_execution"("status", "lease_until");

-- CreateIndex
CREATE UNIQUE INDEX "baiql_execution_user_id_request_key_key" ON "baiql_execution"("user_id", "request_key");

-- CreateIndex
CREATE INDEX "baiql_result_execution_id_status_batch_number_idx" ON "baiql_result"("execution_id", "status", "batch", "number");

-- CreateIndex
CREATE INDEX "baiql_reply_user_id_fingerprint_idx" ON "baiql_reply"("user_id", "fingerprint");

-- CreateIndex
CREATE INDEX "baiql_reply_execution_id_fingerprint_idx" ON "baiql_reply"("execution_id", "fingerprint");

-- CreateIndex
CREATE INDEX "baiql_reply_created_at_idx" ON "baiql_reply"("created_at");
