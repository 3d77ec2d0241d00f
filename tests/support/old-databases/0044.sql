-- What the program had written when migration 0044 was its newest: prompts whose texts only say how they begin, and which
-- variables they have.
INSERT INTO "user" ("id", "email", "first_name", "last_name") VALUES
  ('ada', 'ada@example.org', 'Ada', 'Lovelace'),
  ('bob', 'bob@example.org', 'Bob', '');
INSERT INTO "team" ("id", "user_id", "name", "plan", "seats", "is_on", "created_at") VALUES
  ('t1', 'ada', 'Analysts', 'team', 5, 1, 1795176000000);
INSERT INTO "saved_prompt" ("number", "id", "user_id", "title", "description", "raw_topic", "raw_subtopic", "tags", "folder", "version", "is_public", "moderation", "flagged_at", "like_count", "last_used_at", "cost", "paid_uses", "team_id", "source_id", "created_at", "updated_at", "content") VALUES
  (1, 'plain', 'ada', 'Soup', 'For two', 'cooking', '', '["dinner"]', 'Kitchen', 2, 1, 'clear', NULL, 1, '2026-11-20T09:00:00.000+00:00', 1200, 2, 't1', NULL, '2026-11-20T08:00:00.000+00:00', '2026-11-20T08:30:00.000+00:00', 'Cook a soup of { lentils }, {{}} and {{{{}}.'),
  (3, 'filled', 'bob', 'Letter', '', '', '', '[]', '', 1, 0, 'flagged', '2026-11-20T08:00:00.000+00:00', 0, NULL, 0, 0, NULL, 'plain', '2026-11-20T08:01:00.000+00:00', '2026-11-20T08:01:00.000+00:00', 'Dear {{name}}, {{ name }}: {{tone:select(warm, x=1)=warm}}, {{größe:long}} {{{count: number}}} \{{kept}} {{9th}} {{a:select( , )}} {{b:other}} {{two words=one
two}}'),
  (4, 'long', 'bob', 'Many', '', '', '', '[]', '', 1, 0, 'clear', NULL, 0, NULL, 0, 0, NULL, NULL, '2026-11-20T08:02:00.000+00:00', '2026-11-20T08:02:00.000+00:00', replace(hex(zeroblob(150)), '0', '🍲'));
INSERT INTO "prompt_like" ("prompt_id", "user_id", "at") VALUES
  ('plain', 'bob', '2026-11-20T09:00:00.000+00:00');
INSERT INTO "saved_prompt_version" ("prompt_id", "version", "title", "description", "note", "saved_at", "content") VALUES
  ('plain', 1, 'Soup', '', '', '2026-11-20T08:00:00.000+00:00', 'Cook.');
