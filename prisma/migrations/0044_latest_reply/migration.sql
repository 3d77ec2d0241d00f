-- Of several replies to one request the latest answers the next.

-- DropIndex
DROP INDEX "baiql_reply_execution_id_fingerprint_idx";

-- DropIndex
DROP INDEX "baiql_reply_user_id_fingerprint_idx";

-- CreateIndex
CREATE INDEX "baiql_reply_user_id_fingerprint_created_at_idx" ON "baiql_reply"("user_id", "fingerprint", "created_at");

-- CreateIndex
CREATE INDEX "baiql_reply_execution_id_fingerprint_created_at_idx" ON "baiql_reply"("execution_id", "fingerprint", "created_at");
