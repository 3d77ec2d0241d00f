-- Keys that an administrator enters, encrypted, with the end by which people tell them apart.
ALTER TABLE "ai_provider" ADD COLUMN "api_key" TEXT;
ALTER TABLE "ai_provider" ADD COLUMN "api_key_ending" TEXT;

-- What is known of a model stands beside it, for an administrator to correct; until now the program knew it by itself.
ALTER TABLE "ai_model" ADD COLUMN "context_tokens" INTEGER;
ALTER TABLE "ai_model" ADD COLUMN "takes_images" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "ai_model" ADD COLUMN "takes_sampling" BOOLEAN;
ALTER TABLE "ai_model" ADD COLUMN "most_searches" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "ai_model" ADD COLUMN "tokens_each_search" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "ai_model" ADD COLUMN "replaced_by" TEXT;
ALTER TABLE "ai_model" ADD COLUMN "shutdown_on" TEXT;
ALTER TABLE "ai_model" ADD COLUMN "gone_at" DATETIME;

-- The models that are there already get what the program knew of them (reference-models.json of 2026-11-22).
CREATE TEMPORARY TABLE "known_model" ("provider", "model", "context", "searches", "tokens", "replaced_by", "shutdown_on");
INSERT INTO "known_model" VALUES
    ('openai', 'gpt-4o-mini', 128000, 0, 0, 'gpt-6-luna', '2027-01-14'),
    ('openai', 'gpt-4o', 128000, 0, 0, 'gpt-6-luna', '2027-01-14'),
    ('openai', 'gpt-4.1', 1047576, 0, 0, 'gpt-6-luna', '2027-01-14'),
    ('anthropic', 'claude-haiku-4-5', 200000, 0, 0, NULL, NULL),
    ('anthropic', 'claude-sonnet-4-6', 1000000, 0, 0, NULL, NULL),
    ('anthropic', 'claude-opus-4-6', 1000000, 0, 0, NULL, NULL),
    ('gemini', 'gemini-2.5-flash', 1048576, 0, 0, 'gemini-3.5-flash-lite', '2026-12-01'),
    ('gemini', 'gemini-2.5-flash-lite', 1048576, 0, 0, NULL, NULL),
    ('gemini', 'gemini-2.5-pro', 1048576, 0, 0, 'gemini-3.8-flash', '2026-12-01'),
    ('perplexity', 'sonar', 128000, 2, 8000, NULL, NULL),
    ('perplexity', 'sonar-pro', 200000, 3, 8000, NULL, NULL),
    ('demo', 'demo', 128000, 0, 0, NULL, NULL);
UPDATE "ai_model" SET
    "context_tokens" = "known"."context",
    "most_searches" = "known"."searches",
    "tokens_each_search" = "known"."tokens",
    "replaced_by" = "known"."replaced_by",
    "shutdown_on" = "known"."shutdown_on"
FROM "known_model" AS "known"
JOIN "ai_provider" ON "ai_provider"."key" = "known"."provider"
WHERE "ai_model"."provider_id" = "ai_provider"."id" AND "ai_model"."model_name" = "known"."model";
DROP TABLE "known_model";
