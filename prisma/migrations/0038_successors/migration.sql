-- The models that follow GPT-4o-mini, GPT-4o, GPT-4.1 and Gemini 2.5 Flash when their vendors shut those down, with their
-- prices (reference-models.json of 2026-11-23), where the vendor is listed and the model isn't. What an administrator has
-- entered about them stays.
CREATE TEMPORARY TABLE "successor" ("provider", "model", "name", "context", "rule");
INSERT INTO "successor" VALUES
    ('openai', 'gpt-6-luna', 'GPT-6 Luna', 1050000, '{"input":100000,"output":500000,"cacheRead":10000,"cacheWrite":125000,"steps":[{"above":272000,"input":200000,"output":750000,"cacheRead":20000,"cacheWrite":250000}]}'),
    ('gemini', 'gemini-3.5-flash-lite', 'Gemini 3.5 Flash-Lite', 1048576, '{"input":300000,"output":2500000,"cacheRead":30000}');
INSERT INTO "ai_model" ("id", "provider_id", "model_name", "display_name", "context_tokens", "max_output_tokens", "sort_order")
SELECT lower(hex(randomblob(16))), "ai_provider"."id", "model", "successor"."name", "context", 32768,
    (SELECT coalesce(max("sort_order"), -10) + 10 FROM "ai_model"
        WHERE "provider_id" = "ai_provider"."id" AND NOT "transcribes")
FROM "successor" JOIN "ai_provider" ON "ai_provider"."key" = "successor"."provider"
WHERE true
ON CONFLICT DO NOTHING;
INSERT INTO "ai_price" ("id", "provider", "model", "version", "rule", "valid_from")
SELECT lower(hex(randomblob(16))), "provider", "model", 1, "rule", strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
FROM "successor" JOIN "ai_provider" ON "ai_provider"."key" = "successor"."provider"
WHERE true
ON CONFLICT DO NOTHING;
DROP TABLE "successor";
