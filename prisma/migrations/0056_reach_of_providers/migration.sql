-- Further keys and headers of a provider, what Azure, Bedrock and Vertex need, and the fallback of a model.

-- AlterTable
ALTER TABLE "ai_model" ADD COLUMN "fallback" TEXT;

-- AlterTable
ALTER TABLE "ai_provider" ADD COLUMN "api_version" TEXT;
ALTER TABLE "ai_provider" ADD COLUMN "extra_headers" TEXT;
ALTER TABLE "ai_provider" ADD COLUMN "further_keys" TEXT NOT NULL DEFAULT '[]';
ALTER TABLE "ai_provider" ADD COLUMN "project" TEXT;
ALTER TABLE "ai_provider" ADD COLUMN "region" TEXT;
