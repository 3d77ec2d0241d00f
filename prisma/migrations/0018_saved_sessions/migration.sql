-- Threads of the playground that people keep; and keys by which a first save that comes twice makes one thing (of scripts,
-- too); and the order of runs by their cost.
-- AlterTable
ALTER TABLE "baiql_script" ADD COLUMN "save_key" TEXT;

-- CreateTable
CREATE TABLE "saved_session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "save_key" TEXT,
    "title" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "tokens_in" INTEGER NOT NULL,
    "tokens_out" INTEGER NOT NULL,
    "cost" BIGINT NOT NULL,
    "size" INTEGER NOT NULL,
    "saved_at" DATETIME NOT NULL,
    "prompt_text" TEXT NOT NULL,
    "io_text" TEXT NOT NULL,
    "thread_json" TEXT NOT NULL,
    CONSTRAINT "saved_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "saved_session_user_id_saved_at_id_idx" ON "saved_session"("user_id", "saved_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "saved_session_user_id_save_key_key" ON "saved_session"("user_id", "save_key");

-- CreateIndex
CREATE INDEX "baiql_execution_user_id_cost_created_at_id_idx" ON "baiql_execution"("user_id", "cost", "created_at", "id");

-- CreateIndex
CREATE INDEX "baiql_execution_user_id_status_cost_created_at_id_idx" ON "baiql_execution"("user_id", "status", "cost", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "baiql_script_user_id_save_key_key" ON "baiql_script"("user_id", "save_key");
