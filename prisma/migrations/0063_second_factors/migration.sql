-- CreateTable
CREATE TABLE "authenticator" (
    "user_id" TEXT NOT NULL PRIMARY KEY,
    "sealed_secret" TEXT NOT NULL,
    "last_step" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "enabled_at" DATETIME,
    CONSTRAINT "authenticator_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" DATETIME,
    CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "remembered_browser" (
    "token_hash" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "remembered_browser_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "second_factor_role" (
    "role" TEXT NOT NULL PRIMARY KEY,
    "created_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "passkey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "public_key" BLOB NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT NOT NULL DEFAULT '[]',
    "created_at" DATETIME NOT NULL,
    "last_used_at" DATETIME,
    CONSTRAINT "passkey_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "passkey_challenge" (
    "token_hash" TEXT NOT NULL PRIMARY KEY,
    "purpose" TEXT NOT NULL,
    "challenge" TEXT NOT NULL,
    "session_id" TEXT,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "sign_in" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "method" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    CONSTRAINT "sign_in_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "recovery_code_user_id_code_hash_key" ON "recovery_code"("user_id", "code_hash");

-- CreateIndex
CREATE INDEX "remembered_browser_user_id_idx" ON "remembered_browser"("user_id");

-- CreateIndex
CREATE INDEX "remembered_browser_expires_at_idx" ON "remembered_browser"("expires_at");

-- CreateIndex
CREATE INDEX "passkey_user_id_created_at_idx" ON "passkey"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "passkey_challenge_expires_at_idx" ON "passkey_challenge"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_user_id_at_idx" ON "sign_in"("user_id", "at");

-- CreateIndex
CREATE INDEX "sign_in_at_idx" ON "sign_in"("at");
