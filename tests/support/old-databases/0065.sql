-- Sessions that were saved as one text each.
INSERT INTO "user" (id, email, first_name, last_name, created_at) VALUES ('ada', 'ada@example.org', 'Ada', 'L', '2026-01-01T00:00:00.000+00:00');
INSERT INTO saved_session (id, user_id, title, provider, model, requests, tokens_in, tokens_out, cost, size, saved_at, prompt_text, io_text, thread_json, instructions)
VALUES ('two', 'ada', 'Dinner', 'openai', 'gpt', 2, 24, 8, 246, 300, '2026-05-01T09:00:00.000+00:00', 'Next?', 'All', '[{"role":"user","text":"And a dessert?","label":"You","sent":{"key":"k2"}},{"role":"ai","text":"Pears.","label":"GPT","reply":{"usage":{"inputTokens":12,"outputTokens":4,"costUsd":0.000123}}},{"role":"user","text":"A soup","label":"You"},{"role":"ai","text":"Leeks, “whole”.","label":"GPT"}]', 'Be a chef.'),
  ('none', 'ada', 'Draft', '', '', 0, 0, 0, 0, 5, '2026-05-02T09:00:00.000+00:00', 'Draft', '', '', ''),
  ('old', 'ada', 'Old', '', '', 1, 1, 1, 1, 9, '2025-05-01T09:00:00.000+00:00', '', 'What was said', '{"v":0}', '');
