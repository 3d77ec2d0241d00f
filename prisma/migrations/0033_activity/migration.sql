-- The console lists everybody's prompts, runs and failed requests, the newest first.

-- DropIndex
DROP INDEX "generated_prompt_category_id_idx";

-- CreateIndex
CREATE INDEX "generated_prompt_created_at_id_idx" ON "generated_prompt"("created_at", "id");

-- CreateIndex
CREATE INDEX "generated_prompt_category_id_created_at_id_idx" ON "generated_prompt"("category_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "baiql_execution_created_at_id_idx" ON "baiql_execution"("created_at", "id");

-- CreateIndex
CREATE INDEX "baiql_execution_status_created_at_id_idx" ON "baiql_execution"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "ledger_uncharged_at_operation_id_idx" ON "ledger_uncharged"("at", "operation_id");
