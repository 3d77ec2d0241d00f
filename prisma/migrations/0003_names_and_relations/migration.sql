-- One way of naming: tables and columns in snake case. Relations where there were none. What a list does not show
-- (long texts) stands last in its table. Everything that was there is carried over.
-- SQLite adds a foreign key to a table only by making the table anew. Foreign keys are off meanwhile, and checked
-- before the migration is kept (app/core/db/migrate.server.ts).

-- People and what belongs to them ---------------------------------------------------------------------------------

CREATE TABLE "new_user" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "email_confirmed_at" DATETIME,
    "password_hash" TEXT,
    "password_changed_at" DATETIME,
    "google_subject" TEXT,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_login_at" DATETIME,
    "suspended_at" DATETIME,
    "deleted_at" DATETIME
);
INSERT INTO "new_user"
SELECT "id", "email", "emailConfirmedAt", "passwordHash", "passwordChangedAt", "googleSubject", "firstName", "lastName",
    "createdAt", "lastLoginAt", "suspendedAt", "deletedAt"
FROM "User" ORDER BY rowid;
-- An account of the ledger used to be made before its person was: after a crash between the two it stands alone. Such
-- a person gets the row that a deleted one leaves.
INSERT INTO "new_user" ("id", "email", "first_name", "last_name", "created_at", "deleted_at")
SELECT "user_id", 'deleted-' || "user_id" || '@deleted.invalid', '', '',
    strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'), strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')
FROM "ledger_account" WHERE "user_id" IS NOT NULL AND "user_id" NOT IN (SELECT "id" FROM "User");

CREATE TABLE "user_role" (
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    PRIMARY KEY ("user_id", "role"),
    CONSTRAINT "user_role_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "user_role" SELECT "userId", "role" FROM "UserRole" ORDER BY rowid;
DROP TABLE "UserRole";

CREATE TABLE "new_session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "token_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "remember" BOOLEAN NOT NULL DEFAULT false,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_session"
SELECT "id", "tokenHash", "userId", "kind", "remember", "userAgent", "createdAt", "lastSeenAt", "expiresAt"
FROM "Session" ORDER BY rowid;
DROP TABLE "Session";
ALTER TABLE "new_session" RENAME TO "session";

CREATE TABLE "account_token" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" DATETIME NOT NULL,
    "used_at" DATETIME,
    CONSTRAINT "account_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "account_token"
SELECT "id", "userId", "purpose", "tokenHash", "createdAt", "expiresAt", "usedAt" FROM "AccountToken" ORDER BY rowid;
DROP TABLE "AccountToken";

CREATE TABLE "setup_token" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "token_hash" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" DATETIME
);
INSERT INTO "setup_token" SELECT "id", "tokenHash", "createdAt", "usedAt" FROM "SetupToken";
DROP TABLE "SetupToken";

CREATE TABLE "user_preferences" (
    "user_id" TEXT NOT NULL PRIMARY KEY,
    "data" TEXT NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "user_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "user_preferences" SELECT "userId", "data", "updatedAt" FROM "UserPreferences" ORDER BY rowid;
DROP TABLE "UserPreferences";

DROP TABLE "User";
ALTER TABLE "new_user" RENAME TO "user";

CREATE UNIQUE INDEX "user_email_key" ON "user"("email");
CREATE UNIQUE INDEX "user_google_subject_key" ON "user"("google_subject");
CREATE UNIQUE INDEX "session_token_hash_key" ON "session"("token_hash");
CREATE INDEX "session_user_id_idx" ON "session"("user_id");
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");
CREATE UNIQUE INDEX "account_token_token_hash_key" ON "account_token"("token_hash");
CREATE INDEX "account_token_user_id_purpose_idx" ON "account_token"("user_id", "purpose");

-- The ledger ------------------------------------------------------------------------------------------------------

CREATE TABLE "new_ledger_account" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT,
    "posted" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "debt" BIGINT NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "ledger_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CHECK ("held" >= 0),
    CHECK ("debt" >= 0),
    CHECK ("user_id" IS NULL OR "posted" - "held" >= 0)
);
INSERT INTO "new_ledger_account"
SELECT "id", "user_id", "posted", "held", "debt", "version" FROM "ledger_account" ORDER BY rowid;
DROP TABLE "ledger_account";
ALTER TABLE "new_ledger_account" RENAME TO "ledger_account";
CREATE UNIQUE INDEX "ledger_account_user_id_key" ON "ledger_account"("user_id");

-- Entries stay where they are, under their triggers. This index covers the sums of a time range as well.
DROP INDEX "ledger_entry_account_id_occurred_at_idx";
CREATE INDEX "ledger_entry_account_id_occurred_at_kind_amount_input_tokens_output_tokens_idx"
ON "ledger_entry"("account_id", "occurred_at", "kind", "amount", "input_tokens", "output_tokens");

CREATE TABLE "new_ledger_operation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "is_free" BOOLEAN NOT NULL DEFAULT false,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "provider_request_id" TEXT,
    "is_answer_sealed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" BIGINT NOT NULL,
    "finished_at" BIGINT,
    "purge_at" BIGINT,
    "answer" TEXT,
    CONSTRAINT "ledger_operation_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account" ("user_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_ledger_operation"
SELECT "id", "user_id", "endpoint", "idempotency_key", "request_hash", "state", "attempt", "is_free", "provider", "model",
    "provider_request_id", "is_answer_sealed", "created_at", "finished_at", "purge_at", "answer"
FROM "ledger_operation" ORDER BY rowid;
DROP TABLE "ledger_operation";
ALTER TABLE "new_ledger_operation" RENAME TO "ledger_operation";
CREATE INDEX "ledger_operation_purge_at_idx" ON "ledger_operation"("purge_at");
CREATE UNIQUE INDEX "ledger_operation_user_id_endpoint_idempotency_key_key"
ON "ledger_operation"("user_id", "endpoint", "idempotency_key");

CREATE TABLE "new_ledger_hold" (
    "operation_id" TEXT NOT NULL PRIMARY KEY,
    "account_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "is_dispatched" BOOLEAN NOT NULL DEFAULT false,
    "input_micro_usd_per_1k" BIGINT NOT NULL,
    "output_micro_usd_per_1k" BIGINT NOT NULL,
    "boot_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "deadline_at" BIGINT NOT NULL,
    CONSTRAINT "ledger_hold_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "ledger_operation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ledger_hold_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_ledger_hold"
SELECT "operation_id", "account_id", "amount", "state", "is_dispatched", "input_micro_usd_per_1k",
    "output_micro_usd_per_1k", "boot_id", "created_at", "deadline_at"
FROM "ledger_hold" ORDER BY rowid;
DROP TABLE "ledger_hold";
ALTER TABLE "new_ledger_hold" RENAME TO "ledger_hold";
CREATE INDEX "ledger_hold_state_deadline_at_idx" ON "ledger_hold"("state", "deadline_at");
CREATE INDEX "ledger_hold_account_id_state_idx" ON "ledger_hold"("account_id", "state");

CREATE TABLE "new_ledger_day" (
    "user_id" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "spent" BIGINT NOT NULL DEFAULT 0,
    "free_sends" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("user_id", "day"),
    CONSTRAINT "ledger_day_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account" ("user_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_ledger_day" SELECT "user_id", "day", "spent", "free_sends" FROM "ledger_day" ORDER BY rowid;
DROP TABLE "ledger_day";
ALTER TABLE "new_ledger_day" RENAME TO "ledger_day";

CREATE TABLE "new_ledger_posting" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "idempotency_key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "actor_id" TEXT NOT NULL DEFAULT '',
    "created_at" BIGINT NOT NULL,
    CONSTRAINT "ledger_posting_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account" ("user_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_ledger_posting"
SELECT "id", "idempotency_key", "request_hash", "user_id", "kind", "amount", "note", "actor_id", "created_at"
FROM "ledger_posting" ORDER BY rowid;
DROP TABLE "ledger_posting";
ALTER TABLE "new_ledger_posting" RENAME TO "ledger_posting";
CREATE UNIQUE INDEX "ledger_posting_idempotency_key_key" ON "ledger_posting"("idempotency_key");
CREATE INDEX "ledger_posting_user_id_created_at_idx" ON "ledger_posting"("user_id", "created_at");

CREATE TABLE "new_topup" (
    "payment_intent_id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "package_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "credited_at" BIGINT,
    CONSTRAINT "topup_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_topup"
SELECT "payment_intent_id", "user_id", "package_id", "amount_cents", "currency", "status", "created_at", "credited_at"
FROM "topup" ORDER BY rowid;
DROP TABLE "topup";
ALTER TABLE "new_topup" RENAME TO "topup";
CREATE INDEX "topup_user_id_created_at_idx" ON "topup"("user_id", "created_at");

-- The audit log ---------------------------------------------------------------------------------------------------

CREATE TABLE "audit_event" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "posting_id" TEXT,
    CONSTRAINT "audit_event_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "audit_event_posting_id_fkey" FOREIGN KEY ("posting_id") REFERENCES "ledger_posting" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
-- Grants and adjustments find the posting that they are about: of those that look the same, the first to the first.
WITH "event" AS (
    SELECT *, json_extract("detail", '$.amountCents') * 10000 AS "amount", json_extract("detail", '$.note') AS "note",
        row_number() OVER (
            PARTITION BY "actorId", "action", "subject", json_extract("detail", '$.amountCents'), json_extract("detail", '$.note')
            ORDER BY "at", rowid
        ) AS "place"
    FROM "AuditEvent" WHERE "action" IN ('billing.grant', 'billing.adjust')
), "posting" AS (
    SELECT *, row_number() OVER (
            PARTITION BY "actor_id", "kind", "user_id", "amount", "note" ORDER BY "created_at", rowid
        ) AS "place"
    FROM "ledger_posting" WHERE "actor_id" <> '' AND ("idempotency_key" LIKE 'grant:%' OR "idempotency_key" LIKE 'adjust:%')
)
INSERT INTO "audit_event"
SELECT a."id", a."at", a."actorId", a."action", a."subject", a."detail", p."id"
FROM "AuditEvent" a LEFT JOIN "event" e ON e."id" = a."id"
LEFT JOIN "posting" p ON p."actor_id" = e."actorId" AND p."user_id" = e."subject" AND p."amount" = e."amount"
    AND p."note" = e."note" AND p."place" = e."place"
    AND p."kind" = CASE e."action" WHEN 'billing.grant' THEN 'grant' ELSE 'adjustment' END
ORDER BY a.rowid;
DROP TABLE "AuditEvent";
CREATE UNIQUE INDEX "audit_event_posting_id_key" ON "audit_event"("posting_id");
CREATE INDEX "audit_event_at_idx" ON "audit_event"("at");
CREATE INDEX "audit_event_subject_at_idx" ON "audit_event"("subject", "at");
CREATE INDEX "audit_event_actor_id_at_idx" ON "audit_event"("actor_id", "at");

-- Models and prices -----------------------------------------------------------------------------------------------

CREATE TABLE "ai_provider" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "protocol" TEXT NOT NULL,
    "base_url" TEXT NOT NULL DEFAULT '',
    "default_model" TEXT NOT NULL DEFAULT '',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "allow_private_address" BOOLEAN NOT NULL DEFAULT false,
    "sort_order" INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "ai_provider"
SELECT "id", "key", "name", "protocol", "baseUrl", "defaultModel", "isActive", "allowPrivateAddress", "sortOrder"
FROM "AiProvider" ORDER BY rowid;

CREATE TABLE "ai_model" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "provider_id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "is_allowed" BOOLEAN NOT NULL DEFAULT true,
    "is_free" BOOLEAN NOT NULL DEFAULT false,
    "max_output_tokens" INTEGER NOT NULL DEFAULT 32768,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "ai_model_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "ai_provider" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "ai_model"
SELECT "id", "providerId", "modelName", "displayName", "isAllowed", "isFree", "maxOutputTokens", "sortOrder"
FROM "AiModel" ORDER BY rowid;
DROP TABLE "AiModel";
DROP TABLE "AiProvider";

CREATE TABLE "ai_price" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "input_micro_usd_per_1k" BIGINT NOT NULL,
    "output_micro_usd_per_1k" BIGINT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "updated_at" DATETIME NOT NULL
);
INSERT INTO "ai_price"
SELECT "id", "provider", "model", "inputMicroUsdPer1k", "outputMicroUsdPer1k", "currency", "isActive", "updatedAt"
FROM "AiPrice" ORDER BY rowid;
DROP TABLE "AiPrice";

CREATE UNIQUE INDEX "ai_provider_key_key" ON "ai_provider"("key");
CREATE UNIQUE INDEX "ai_model_provider_id_model_name_key" ON "ai_model"("provider_id", "model_name");
CREATE UNIQUE INDEX "ai_price_provider_model_key" ON "ai_price"("provider", "model");

-- BAIQL -----------------------------------------------------------------------------------------------------------

CREATE TABLE "new_baiql_script" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "content" TEXT NOT NULL,
    CONSTRAINT "baiql_script_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_baiql_script"
SELECT "id", "user_id", "name", length(CAST("content" AS BLOB)), "created_at", "updated_at", "content"
FROM "baiql_script" ORDER BY rowid;
DROP TABLE "baiql_script";
ALTER TABLE "new_baiql_script" RENAME TO "baiql_script";
CREATE INDEX "baiql_script_user_id_updated_at_idx" ON "baiql_script"("user_id", "updated_at");

CREATE TABLE "new_baiql_execution" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "request_key" TEXT,
    "script_name" TEXT NOT NULL,
    "plan_hash" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "batch_type" TEXT,
    "model" TEXT,
    "continue_as" TEXT NOT NULL DEFAULT 'fresh',
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "message" TEXT,
    "total" INTEGER NOT NULL DEFAULT 0,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost" BIGINT DEFAULT 0,
    "lease_owner" TEXT,
    "lease_until" BIGINT NOT NULL DEFAULT 0,
    "fencing_token" INTEGER NOT NULL DEFAULT 0,
    "created_at" BIGINT NOT NULL,
    "started_at" BIGINT,
    "finished_at" BIGINT,
    "outputs" TEXT NOT NULL DEFAULT '[]',
    "script" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "memo" TEXT,
    CONSTRAINT "baiql_execution_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CHECK ("status" IN ('queued', 'running', 'completed', 'failed')),
    CHECK ("fencing_token" >= 0)
);
INSERT INTO "new_baiql_execution"
SELECT "id", "user_id", "request_key", "script_name", "plan_hash", "mode", "batch_type", "model", "continue_as", "status",
    "reason", "message", "total", "succeeded", "failed", "skipped", "input_tokens", "output_tokens", "cost", "lease_owner",
    "lease_until", "fencing_token", "created_at", "started_at", "finished_at", "outputs", "script", "plan", "memo"
FROM "baiql_execution" ORDER BY rowid;
DROP TABLE "baiql_execution";
ALTER TABLE "new_baiql_execution" RENAME TO "baiql_execution";
CREATE INDEX "baiql_execution_user_id_created_at_idx" ON "baiql_execution"("user_id", "created_at");
CREATE INDEX "baiql_execution_status_lease_until_idx" ON "baiql_execution"("status", "lease_until");
CREATE UNIQUE INDEX "baiql_execution_user_id_request_key_key" ON "baiql_execution"("user_id", "request_key");

CREATE TABLE "new_baiql_result" (
    "execution_id" TEXT NOT NULL,
    "batch" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "label" TEXT NOT NULL,
    "cost" BIGINT,
    "prompt" TEXT NOT NULL,
    "reply" TEXT NOT NULL,
    "detail" TEXT NOT NULL,

    PRIMARY KEY ("execution_id", "batch", "number"),
    CONSTRAINT "baiql_result_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_baiql_result"
SELECT "execution_id", "batch", "number", "status", "reason", "label", "cost", "prompt", "reply", "detail"
FROM "baiql_result" ORDER BY rowid;
DROP TABLE "baiql_result";
ALTER TABLE "new_baiql_result" RENAME TO "baiql_result";
CREATE INDEX "baiql_result_execution_id_status_batch_number_idx"
ON "baiql_result"("execution_id", "status", "batch", "number");

CREATE TABLE "new_baiql_log_line" (
    "execution_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "level" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    PRIMARY KEY ("execution_id", "number"),
    CONSTRAINT "baiql_log_line_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_baiql_log_line" SELECT "execution_id", "number", "at", "level", "text" FROM "baiql_log_line" ORDER BY rowid;
DROP TABLE "baiql_log_line";
ALTER TABLE "new_baiql_log_line" RENAME TO "baiql_log_line";

CREATE TABLE "new_baiql_reply" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "execution_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "input_tokens" INTEGER NOT NULL,
    "output_tokens" INTEGER NOT NULL,
    "cost" BIGINT NOT NULL,
    "is_copy" BOOLEAN NOT NULL,
    "created_at" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    CONSTRAINT "baiql_reply_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_baiql_reply"
SELECT "key", "execution_id", "user_id", "fingerprint", "input_tokens", "output_tokens", "cost", "is_copy", "created_at", "text"
FROM "baiql_reply" ORDER BY rowid;
DROP TABLE "baiql_reply";
ALTER TABLE "new_baiql_reply" RENAME TO "baiql_reply";
CREATE INDEX "baiql_reply_user_id_fingerprint_idx" ON "baiql_reply"("user_id", "fingerprint");
CREATE INDEX "baiql_reply_execution_id_fingerprint_idx" ON "baiql_reply"("execution_id", "fingerprint");
CREATE INDEX "baiql_reply_created_at_idx" ON "baiql_reply"("created_at");
