-- The model behind a deployment, and whether a provider is sent what stands for a user.

-- AlterTable
ALTER TABLE "ai_model" ADD COLUMN "model_behind" TEXT;

-- AlterTable
ALTER TABLE "ai_provider" ADD COLUMN "sends_user_ids" BOOLEAN NOT NULL DEFAULT true;
