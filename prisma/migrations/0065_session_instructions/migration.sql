-- A session is saved with its instructions.

-- AlterTable
ALTER TABLE "saved_session" ADD COLUMN "instructions" TEXT NOT NULL DEFAULT '';
