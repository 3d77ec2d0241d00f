-- What the program had written when migrations 0001 and 0002 were its newest: a paid, a sealed, a free, a failed and an
-- open call, grants, an adjustment, a debt, and a grant whose audit event a crash had prevented.
INSERT INTO "User" ("id", "email", "emailConfirmedAt", "passwordHash", "passwordChangedAt", "googleSubject", "firstName", "lastName", "createdAt", "lastLoginAt", "suspendedAt", "deletedAt") VALUES
  ('ada', 'ada@example.org', '2026-11-01T08:00:00.000+00:00', 'hash of ada', '2026-11-01T08:00:00.000+00:00', 'google-ada', 'Ada', 'Lovelace', '2026-11-01T08:00:00.000+00:00', '2026-11-20T08:00:00.000+00:00', NULL, NULL),
  ('root', 'root@example.org', '2026-10-01T08:00:00.000+00:00', 'hash of root', '2026-10-01T08:00:00.000+00:00', NULL, 'Root', '', '2026-10-01T08:00:00.000+00:00', NULL, NULL, NULL),
  ('gone', 'deleted-1@deleted.invalid', NULL, NULL, NULL, NULL, '', '', '2026-09-01T08:00:00.000+00:00', NULL, NULL, '2026-10-02T08:00:00.000+00:00');
INSERT INTO "UserRole" ("userId", "role") VALUES
  ('ada', 'paiduser'),
  ('root', 'admin');
INSERT INTO "Session" ("id", "tokenHash", "userId", "kind", "remember", "userAgent", "createdAt", "lastSeenAt", "expiresAt") VALUES
  ('s1', 'token hash', 'ada', 'cookie', 1, 'A browser', '2026-11-20T08:00:00.000+00:00', '2026-11-20T09:00:00.000+00:00', '2026-12-20T08:00:00.000+00:00');
INSERT INTO "AccountToken" ("id", "userId", "purpose", "tokenHash", "createdAt", "expiresAt", "usedAt") VALUES
  ('t1', 'ada', 'reset-password', 'secret hash', '2026-11-20T08:00:00.000+00:00', '2026-11-20T09:00:00.000+00:00', NULL);
INSERT INTO "SetupToken" ("id", "tokenHash", "createdAt", "usedAt") VALUES
  (1, 'setup hash', '2026-10-01T08:00:00.000+00:00', '2026-10-01T08:01:00.000+00:00');
INSERT INTO "UserPreferences" ("userId", "data", "updatedAt") VALUES
  ('ada', '{"ThemePreference":"dark"}', '2026-11-20T08:00:00.000+00:00');
INSERT INTO "AuditEvent" ("id", "at", "actorId", "action", "subject", "detail") VALUES
  ('a1', '2026-11-20T12:00:01.000+00:00', 'root', 'billing.grant', 'ada', '{"userId":"ada","amountCents":100,"note":"Welcome"}'),
  ('a2', '2026-11-20T12:00:02.000+00:00', 'root', 'billing.grant', 'ada', '{"userId":"ada","amountCents":100,"note":"Welcome"}'),
  ('a3', '2026-11-20T12:00:03.000+00:00', 'root', 'billing.grant', 'gone', '{"userId":"gone","amountCents":1,"note":""}'),
  ('a4', '2026-11-20T12:00:04.000+00:00', 'root', 'billing.adjust', 'ada', '{"userId":"ada","amountCents":-50,"note":"Mistake"}'),
  ('a5', '2026-11-20T12:00:05.000+00:00', 'root', 'price.upsert', 'openai/gpt-4o', '{"inputPricePer1K":"0.0025"}');
DELETE FROM "ledger_account";
INSERT INTO "ledger_account" ("id", "user_id", "posted", "held", "debt", "version") VALUES
  ('system:stripe', NULL, 20000, 0, 0, 1),
  ('system:bonus', NULL, 0, 0, 0, 0),
  ('system:grants', NULL, -1580000, 0, 0, 5),
  ('system:promo', NULL, -140, 0, 0, 1),
  ('system:revenue', NULL, 420, 0, 0, 3),
  ('system:loss', NULL, -10000, 0, 0, 1),
  ('user:ada', 'ada', 1569720, 200, 0, 7),
  ('user:gone', 'gone', 0, 0, 10000, 3),
  ('user:never', 'never', 0, 0, 0, 0);
INSERT INTO "ledger_entry" ("id", "account_id", "version", "amount", "balance_after", "kind", "posting_id", "operation_id", "provider", "model", "input_tokens", "output_tokens", "reason", "occurred_at") VALUES
  (1, 'user:ada', 1, 1000000, 1000000, 'grant', 'bc28ad29-be2c-407e-ac60-a44e50fae3ec', NULL, NULL, NULL, NULL, NULL, 'Welcome', 1795176001000),
  (2, 'system:grants', 1, -1000000, -1000000, 'grant', 'bc28ad29-be2c-407e-ac60-a44e50fae3ec', NULL, NULL, NULL, NULL, NULL, 'Welcome', 1795176001000),
  (3, 'user:ada', 2, 1000000, 2000000, 'grant', 'd6e888d5-a1f7-49a8-bf2c-0072e231513a', NULL, NULL, NULL, NULL, NULL, 'Welcome', 1795176002000),
  (4, 'system:grants', 2, -1000000, -2000000, 'grant', 'd6e888d5-a1f7-49a8-bf2c-0072e231513a', NULL, NULL, NULL, NULL, NULL, 'Welcome', 1795176002000),
  (5, 'user:gone', 1, 10000, 10000, 'grant', '06fbe20b-fb53-48ec-94e1-0995820e652c', NULL, NULL, NULL, NULL, NULL, 'Credit from an administrator', 1795176003000),
  (6, 'system:grants', 3, -10000, -2010000, 'grant', '06fbe20b-fb53-48ec-94e1-0995820e652c', NULL, NULL, NULL, NULL, NULL, 'Credit from an administrator', 1795176003000),
  (7, 'user:ada', 3, -500000, 1500000, 'adjustment', 'aa2ef72a-a4a3-4ce0-80a4-c704568d5254', NULL, NULL, NULL, NULL, NULL, 'Mistake', 1795176003000),
  (8, 'system:grants', 4, 500000, -1510000, 'adjustment', 'aa2ef72a-a4a3-4ce0-80a4-c704568d5254', NULL, NULL, NULL, NULL, NULL, 'Mistake', 1795176003000),
  (9, 'user:ada', 4, 70000, 1570000, 'grant', '921508a3-a98b-4c5f-aaa5-4f0547759755', NULL, NULL, NULL, NULL, NULL, 'Its event is missing', 1795176004000),
  (10, 'system:grants', 5, -70000, -1580000, 'grant', '921508a3-a98b-4c5f-aaa5-4f0547759755', NULL, NULL, NULL, NULL, NULL, 'Its event is missing', 1795176004000),
  (11, 'user:ada', 5, -140, 1569860, 'usage', '392d2f34-789f-4918-9114-e31ca3045600', '392d2f34-789f-4918-9114-e31ca3045600', 'demo', 'demo-1', 100, 20, 'AI request', 1795176005000),
  (12, 'system:revenue', 1, 140, 140, 'revenue', '392d2f34-789f-4918-9114-e31ca3045600', '392d2f34-789f-4918-9114-e31ca3045600', 'demo', 'demo-1', 100, 20, 'AI request', 1795176005000),
  (13, 'user:ada', 6, -140, 1569720, 'usage', '13b65ed5-fcbf-440f-9cba-1bbc179b3f10', '13b65ed5-fcbf-440f-9cba-1bbc179b3f10', 'demo', 'demo-1', 100, 20, 'AI request', 1795176006000),
  (14, 'system:revenue', 2, 140, 280, 'revenue', '13b65ed5-fcbf-440f-9cba-1bbc179b3f10', '13b65ed5-fcbf-440f-9cba-1bbc179b3f10', 'demo', 'demo-1', 100, 20, 'AI request', 1795176006000),
  (15, 'user:ada', 7, 0, 1569720, 'usage', '86b61d4e-203c-457c-ba6d-a6fef2f003ee', '86b61d4e-203c-457c-ba6d-a6fef2f003ee', 'demo', 'demo-1', 100, 20, 'Free AI request', 1795176007000),
  (16, 'system:promo', 1, -140, -140, 'promo', '86b61d4e-203c-457c-ba6d-a6fef2f003ee', '86b61d4e-203c-457c-ba6d-a6fef2f003ee', 'demo', 'demo-1', 100, 20, 'Free AI request', 1795176007000),
  (17, 'system:revenue', 3, 140, 420, 'revenue', '86b61d4e-203c-457c-ba6d-a6fef2f003ee', '86b61d4e-203c-457c-ba6d-a6fef2f003ee', 'demo', 'demo-1', 100, 20, 'Free AI request', 1795176007000),
  (18, 'user:gone', 2, 10000, 20000, 'debt', 'a1e172b2-d66f-450e-a3e2-ba8e2c28be51', NULL, NULL, NULL, NULL, NULL, 'disputed', 1795176009000),
  (19, 'system:loss', 1, -10000, -10000, 'loss', 'a1e172b2-d66f-450e-a3e2-ba8e2c28be51', NULL, NULL, NULL, NULL, NULL, 'disputed', 1795176009000),
  (20, 'user:gone', 3, -20000, 0, 'clawback', 'a1e172b2-d66f-450e-a3e2-ba8e2c28be51', NULL, NULL, NULL, NULL, NULL, 'disputed', 1795176009000),
  (21, 'system:stripe', 1, 20000, 20000, 'clawback', 'a1e172b2-d66f-450e-a3e2-ba8e2c28be51', NULL, NULL, NULL, NULL, NULL, 'disputed', 1795176009000);
INSERT INTO "ledger_operation" ("id", "user_id", "endpoint", "idempotency_key", "request_hash", "state", "attempt", "is_free", "provider", "model", "provider_request_id", "answer", "is_answer_sealed", "created_at", "finished_at", "purge_at") VALUES
  ('392d2f34-789f-4918-9114-e31ca3045600', 'ada', 'ai/complete', 'paid', 'hash', 'answered', 1, 0, 'demo', 'demo-1', NULL, '{"text":"Good morning"}', 0, 1795176005000, 1795176005000, 1795780805000),
  ('13b65ed5-fcbf-440f-9cba-1bbc179b3f10', 'ada', 'ai/complete', 'not stored', 'hash', 'answered', 1, 0, 'demo', 'demo-1', NULL, 'WvuR58DJyCx/uTILE460s9VH4FKaC+BuJI9iu2xES0Lc/aP/BICGoJBMrFYGjmgl/aQw', 1, 1795176006000, 1795176006000, 1795176906000),
  ('86b61d4e-203c-457c-ba6d-a6fef2f003ee', 'ada', 'ai/complete', 'free', 'hash', 'answered', 1, 1, 'demo', 'demo-1', NULL, '{"text":"Good morning"}', 0, 1795176007000, 1795176007000, 1795780807000),
  ('bab02211-0d17-45e3-b65e-1233977fd010', 'ada', 'ai/complete', 'failed', 'hash', 'failed', 1, 0, 'demo', 'demo-1', NULL, NULL, 0, 1795176008000, 1795176008000, NULL),
  ('853901cd-5c5f-4061-8d60-bca2cc96d1f7', 'ada', 'ai/complete', 'open', 'hash', 'running', 1, 0, 'demo', 'demo-1', NULL, NULL, 0, 1795176009000, NULL, NULL);
INSERT INTO "ledger_hold" ("operation_id", "account_id", "amount", "state", "is_dispatched", "input_micro_usd_per_1k", "output_micro_usd_per_1k", "boot_id", "created_at", "deadline_at") VALUES
  ('392d2f34-789f-4918-9114-e31ca3045600', 'user:ada', 200, 'settled', 1, 1000, 2000, 'boot', 1795176005000, 1795176605000),
  ('13b65ed5-fcbf-440f-9cba-1bbc179b3f10', 'user:ada', 200, 'settled', 1, 1000, 2000, 'boot', 1795176006000, 1795176606000),
  ('86b61d4e-203c-457c-ba6d-a6fef2f003ee', 'system:promo', 200, 'settled', 1, 1000, 2000, 'boot', 1795176007000, 1795176607000),
  ('bab02211-0d17-45e3-b65e-1233977fd010', 'user:ada', 200, 'released', 1, 1000, 2000, 'boot', 1795176008000, 1795176608000),
  ('853901cd-5c5f-4061-8d60-bca2cc96d1f7', 'user:ada', 200, 'open', 1, 1000, 2000, 'boot', 1795176009000, 1795176609000);
INSERT INTO "ledger_day" ("user_id", "day", "spent", "free_sends") VALUES
  ('ada', '2026-11-20', 280, 1);
INSERT INTO "ledger_posting" ("id", "idempotency_key", "request_hash", "user_id", "kind", "amount", "note", "actor_id", "created_at") VALUES
  ('bc28ad29-be2c-407e-ac60-a44e50fae3ec', 'grant:root:g1', '0bd386bfa4b1b807510d25f1b3e7cfa3b353d493e365ed9617e950f56b34b76c', 'ada', 'grant', 1000000, 'Welcome', 'root', 1795176001000),
  ('d6e888d5-a1f7-49a8-bf2c-0072e231513a', 'grant:root:g2', '0bd386bfa4b1b807510d25f1b3e7cfa3b353d493e365ed9617e950f56b34b76c', 'ada', 'grant', 1000000, 'Welcome', 'root', 1795176002000),
  ('06fbe20b-fb53-48ec-94e1-0995820e652c', 'grant:root:g3', '87855d9638fed8e0ae39c9fef331bd653b5773e4bdb452a15e739067114712d6', 'gone', 'grant', 10000, '', 'root', 1795176003000),
  ('aa2ef72a-a4a3-4ce0-80a4-c704568d5254', 'adjust:root:a1', 'f7f952231cac6c6c3383ea50226e3ee65fcff4ad6a7adee93e2b187669910612', 'ada', 'adjustment', -500000, 'Mistake', 'root', 1795176003000),
  ('921508a3-a98b-4c5f-aaa5-4f0547759755', 'grant:root:g4', 'b655aa5bd03f02464f180c1c850813489c76ab3f4922ec9d277a9302f79fa2f3', 'ada', 'grant', 70000, 'Its event is missing', 'root', 1795176004000),
  ('a1e172b2-d66f-450e-a3e2-ba8e2c28be51', 'refund', 'b596e4dcae1d6f2a3e37c44ed4a9623eaba102831147edc5d7e96f7859616173', 'gone', 'clawback', -20000, 'disputed', '', 1795176009000);
INSERT INTO "topup" ("payment_intent_id", "user_id", "package_id", "amount_cents", "currency", "status", "created_at", "credited_at") VALUES
  ('pi_1', 'ada', 'p5', 500, 'usd', 'succeeded', 1795000000000, 1795000001000);
INSERT INTO "stripe_event" ("id", "kind", "received_at") VALUES
  ('evt_1', 'payment_intent.succeeded', 1795000000000);
INSERT INTO "AiProvider" ("id", "key", "name", "protocol", "baseUrl", "defaultModel", "isActive", "allowPrivateAddress", "sortOrder") VALUES
  ('p1', 'openai', 'OpenAI', 'openai', 'https://example.org/v1', 'gpt-4o', 1, 0, 3);
INSERT INTO "AiModel" ("id", "providerId", "modelName", "displayName", "isAllowed", "isFree", "maxOutputTokens", "sortOrder") VALUES
  ('m1', 'p1', 'gpt-4o', 'GPT-4o', 1, 0, 16384, 2);
INSERT INTO "AiPrice" ("id", "provider", "model", "inputMicroUsdPer1k", "outputMicroUsdPer1k", "currency", "isActive", "updatedAt") VALUES
  ('c1', 'openai', 'gpt-4o', 2500, 10000, 'USD', 1, '2026-11-20T08:00:00.000+00:00');
INSERT INTO "baiql_script" ("id", "user_id", "name", "content", "created_at", "updated_at") VALUES
  ('b1', 'ada', 'Letters', 'PROMPT "Grüße"', '2026-11-20T08:00:00.000+00:00', '2026-11-20T09:00:00.000+00:00');
INSERT INTO "baiql_execution" ("id", "user_id", "request_key", "script_name", "script", "plan", "plan_hash", "mode", "batch_type", "model", "continue_as", "status", "reason", "message", "total", "succeeded", "failed", "skipped", "input_tokens", "output_tokens", "cost", "memo", "outputs", "lease_owner", "lease_until", "fencing_token", "created_at", "started_at", "finished_at") VALUES
  ('e1', 'ada', 'k', 'Letters', 'PROMPT "Grüße"', '{"items":[]}', 'h', 'EXECUTE', NULL, NULL, 'fresh', 'completed', NULL, NULL, 1, 1, 0, 0, 0, 0, 140, '{}', '[]', NULL, 0, 0, 1795000000000, 1795000000100, 1795000000200);
INSERT INTO "baiql_result" ("execution_id", "batch", "number", "status", "reason", "label", "cost", "prompt", "reply", "detail") VALUES
  ('e1', 1, 1, 'succeeded', NULL, 'row 1', 140, 'Grüße', 'Hello', '{}');
INSERT INTO "baiql_log_line" ("execution_id", "number", "at", "level", "text") VALUES
  ('e1', 1, 1795000000150, 'info', 'said');
INSERT INTO "baiql_reply" ("key", "execution_id", "user_id", "fingerprint", "text", "input_tokens", "output_tokens", "cost", "is_copy", "created_at") VALUES
  ('e1/1', 'e1', 'ada', 'f', 'Hello', 3, 4, 140, 0, 1795000000150);
