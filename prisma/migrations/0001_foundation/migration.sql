-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "emailConfirmedAt" DATETIME,
    "passwordHash" TEXT,
    "passwordChangedAt" DATETIME,
    "googleSubject" TEXT,
    "firstName" TEXT NOT NULL,
    "lastName" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastLoginAt" DATETIME,
    "suspendedAt" DATETIME,
    "deletedAt" DATETIME
);

-- CreateTable
CREATE TABLE "UserRole" (
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    PRIMARY KEY ("userId", "role"),
    CONSTRAINT "UserRole_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "remember" BOOLEAN NOT NULL DEFAULT false,
    "userAgent" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AccountToken" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" DATETIME NOT NULL,
    "usedAt" DATETIME,
    CONSTRAINT "AccountToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SetupToken" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "tokenHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "usedAt" DATETIME
);

-- CreateTable
CREATE TABLE "UserPreferences" (
    "userId" TEXT NOT NULL PRIMARY KEY,
    "data" TEXT NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "UserPreferences_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actorId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "ledger_account" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT,
    "posted" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "debt" BIGINT NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,
    CHECK ("held" >= 0),
    CHECK ("debt" >= 0),
    CHECK ("user_id" IS NULL OR "posted" - "held" >= 0)
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "balance_after" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "posting_id" TEXT NOT NULL,
    "operation_id" TEXT,
    "provider" TEXT,
    "model" TEXT,
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "reason" TEXT NOT NULL,
    "occurred_at" BIGINT NOT NULL,
    CONSTRAINT "ledger_entry_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ledger_operation" (
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
    "answer" TEXT,
    "is_answer_sealed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" BIGINT NOT NULL,
    "finished_at" BIGINT,
    "purge_at" BIGINT
);

-- CreateTable
CREATE TABLE "ledger_hold" (
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
    CONSTRAINT "ledger_hold_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "ledger_operation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ledger_day" (
    "user_id" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "spent" BIGINT NOT NULL DEFAULT 0,
    "free_sends" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("user_id", "day")
);

-- CreateTable
CREATE TABLE "ledger_posting" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "idempotency_key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "actor_id" TEXT NOT NULL DEFAULT '',
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "topup" (
    "payment_intent_id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "package_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "credited_at" BIGINT
);

-- CreateTable
CREATE TABLE "stripe_event" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "received_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "AiProvider" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "protocol" TEXT NOT NULL,
    "baseUrl" TEXT NOT NULL DEFAULT '',
    "defaultModel" TEXT NOT NULL DEFAULT '',
    "isActive" BOOLEAN NOT NULL DEFAULT true,
    "allowPrivateAddress" BOOLEAN NOT NULL DEFAULT false,
    "sortOrder" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "AiModel" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "providerId" TEXT NOT NULL,
    "modelName" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "isAllowed" BOOLEAN NOT NULL DEFAULT true,
    "isFree" BOOLEAN NOT NULL DEFAULT false,
    "maxOutputTokens" INTEGER NOT NULL DEFAULT 32768,
    "sortOrder" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "AiModel_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "AiProvider" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AiPrice" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "inputMicroUsdPer1k" BIGINT NOT NULL,
    "outputMicroUsdPer1k" BIGINT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "isActive" BOOLEAN NOT NULL DEFAULT true,
    "updatedAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "User_googleSubject_key" ON "User"("googleSubject");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "AccountToken_tokenHash_key" ON "AccountToken"("tokenHash");

-- CreateIndex
CREATE INDEX "AccountToken_userId_purpose_idx" ON "AccountToken"("userId", "purpose");

-- CreateIndex
CREATE INDEX "AuditEvent_at_idx" ON "AuditEvent"("at");

-- CreateIndex
CREATE INDEX "AuditEvent_subject_idx" ON "AuditEvent"("subject");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_account_user_id_key" ON "ledger_account"("user_id");

-- CreateIndex
CREATE INDEX "ledger_entry_account_id_occurred_at_idx" ON "ledger_entry"("account_id", "occurred_at");

-- CreateIndex
CREATE INDEX "ledger_entry_posting_id_idx" ON "ledger_entry"("posting_id");

-- CreateIndex
CREATE INDEX "ledger_entry_operation_id_idx" ON "ledger_entry"("operation_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_account_id_version_key" ON "ledger_entry"("account_id", "version");

-- CreateIndex
CREATE INDEX "ledger_operation_purge_at_idx" ON "ledger_operation"("purge_at");

-- CreateIndex
CREATE INDEX "ledger_operation_user_id_created_at_idx" ON "ledger_operation"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_operation_user_id_endpoint_idempotency_key_key" ON "ledger_operation"("user_id", "endpoint", "idempotency_key");

-- CreateIndex
CREATE INDEX "ledger_hold_state_deadline_at_idx" ON "ledger_hold"("state", "deadline_at");

-- CreateIndex
CREATE INDEX "ledger_hold_account_id_state_idx" ON "ledger_hold"("account_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_posting_idempotency_key_key" ON "ledger_posting"("idempotency_key");

-- CreateIndex
CREATE INDEX "ledger_posting_user_id_created_at_idx" ON "ledger_posting"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "topup_user_id_created_at_idx" ON "topup"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "AiProvider_key_key" ON "AiProvider"("key");

-- CreateIndex
CREATE UNIQUE INDEX "AiModel_providerId_modelName_key" ON "AiModel"("providerId", "modelName");

-- CreateIndex
CREATE UNIQUE INDEX "AiPrice_provider_model_key" ON "AiPrice"("provider", "model");

-- The ledger's own rules, which the schema language cannot say.
CREATE TRIGGER "ledger_entry_is_append_only_update" BEFORE UPDATE ON "ledger_entry"
BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;
CREATE TRIGGER "ledger_entry_is_append_only_delete" BEFORE DELETE ON "ledger_entry"
BEGIN SELECT RAISE(ABORT, 'ledger entries are append-only'); END;
-- One usage entry for each settled operation, whatever happens.
CREATE TRIGGER "ledger_entry_one_usage_an_operation" BEFORE INSERT ON "ledger_entry"
WHEN NEW."kind" = 'usage' AND EXISTS (
    SELECT 1 FROM "ledger_entry" WHERE "operation_id" = NEW."operation_id" AND "kind" = 'usage'
)
BEGIN SELECT RAISE(ABORT, 'an operation has one usage entry'); END;

INSERT INTO "ledger_account" ("id") VALUES
    ('system:stripe'), ('system:bonus'), ('system:grants'), ('system:promo'), ('system:revenue'), ('system:loss');
