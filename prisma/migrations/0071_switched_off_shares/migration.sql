-- DropIndex
DROP INDEX "session_turn_user_id_idx";

-- AlterTable
ALTER TABLE "session_share" ADD COLUMN "disabled_at" DATETIME;

-- CreateIndex
CREATE INDEX "session_share_shared_at_idx" ON "session_share"("shared_at");

-- CreateIndex
CREATE INDEX "session_turn_user_id_key_idx" ON "session_turn"("user_id", "key");
