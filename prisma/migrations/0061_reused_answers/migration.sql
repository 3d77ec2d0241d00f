-- A run may take the answers of earlier runs.

-- AlterTable
ALTER TABLE "baiql_execution" ADD COLUMN "reuse" BOOLEAN NOT NULL DEFAULT false;
