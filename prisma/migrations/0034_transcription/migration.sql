-- Models that turn recordings into text. They are listed for that alone, never for prompts.
ALTER TABLE "ai_model" ADD COLUMN "transcribes" BOOLEAN NOT NULL DEFAULT false;

-- Where OpenAI is listed already, its model of today, with its price (reference-models.json of 2026-11-23).
INSERT INTO "ai_model" ("id", "provider_id", "model_name", "display_name", "is_allowed", "is_free", "max_output_tokens", "takes_images", "transcribes", "sort_order")
SELECT lower(hex(randomblob(16))), "id", 'gpt-transcribe', 'GPT-Transcribe', true, false, 8192, false, true, 1000
FROM "ai_provider" WHERE "key" = 'openai'
ON CONFLICT DO NOTHING;
INSERT INTO "ai_price" ("id", "provider", "model", "version", "rule", "valid_from")
SELECT lower(hex(randomblob(16))), "key", 'gpt-transcribe', 1, '{"input":0,"output":0,"audioMinuteFee":4500}', strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
FROM "ai_provider" WHERE "key" = 'openai'
ON CONFLICT DO NOTHING;
