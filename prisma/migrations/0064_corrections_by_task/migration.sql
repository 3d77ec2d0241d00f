-- A correction is taken over by later runs whose prompt, fields and references are the same.

-- AlterTable
ALTER TABLE "baiql_reply" ADD COLUMN "task_hash" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "baiql_review" ADD COLUMN "task_hash" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "baiql_review_task_hash_at_idx" ON "baiql_review"("task_hash", "at");
