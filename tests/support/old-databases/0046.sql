-- What accounts leave behind before registrations keep their passwords to themselves.
INSERT INTO "user" ("id", "email", "email_confirmed_at", "password_hash", "password_changed_at", "google_subject", "first_name", "last_name", "created_at") VALUES
  ('ada', 'ada@example.org', '2026-11-01T08:00:00.000+00:00', 'hash of ada', '2026-11-01T08:00:00.000+00:00', NULL, 'Ada', 'Lovelace', '2026-11-01T08:00:00.000+00:00'),
  ('both', 'both@example.org', '2026-11-01T08:00:00.000+00:00', 'hash of both', '2026-11-01T08:00:00.000+00:00', 'google-both', 'Both', 'Ways', '2026-11-01T08:00:00.000+00:00'),
  ('eve', 'bob@example.org', NULL, 'hash of eve', '2026-11-20T08:00:00.000+00:00', NULL, 'Eve', 'Else', '2026-11-20T08:00:00.000+00:00');
INSERT INTO "account_token" ("id", "user_id", "purpose", "token_hash", "created_at", "expires_at") VALUES
  ('t1', 'eve', 'confirm-email', 'token hash', '2026-11-20T08:00:00.000+00:00', '2026-11-21T08:00:00.000+00:00');
