-- AlterTable
ALTER TABLE "account_token" ADD COLUMN "provider_issuer" TEXT;

-- CreateTable
CREATE TABLE "provider_link" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "provider_link_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "provider_role" (
    "user_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    PRIMARY KEY ("user_id", "issuer", "role"),
    CONSTRAINT "provider_role_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "token_hash" TEXT NOT NULL,
    "email" TEXT,
    "role" TEXT,
    "credit_micro_usd" BIGINT NOT NULL CHECK ("credit_micro_usd" >= 0),
    "max_uses" INTEGER NOT NULL CHECK ("max_uses" > 0),
    "use_count" INTEGER NOT NULL DEFAULT 0 CHECK ("use_count" BETWEEN 0 AND "max_uses"),
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "revoked_at" DATETIME,
    "creator_id" TEXT NOT NULL,
    CONSTRAINT "invitation_creator_id_fkey" FOREIGN KEY ("creator_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "invitation_use" (
    "user_id" TEXT NOT NULL PRIMARY KEY,
    "invitation_id" TEXT NOT NULL,
    "used_at" DATETIME NOT NULL,
    "granted_at" DATETIME,
    CONSTRAINT "invitation_use_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "invitation_use_invitation_id_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitation" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Google is one provider among others.
INSERT INTO "provider_link" ("issuer", "subject", "user_id", "created_at")
SELECT 'https://accounts.google.com', "google_subject", "id", "created_at" FROM "user" WHERE "google_subject" IS NOT NULL;
DROP INDEX "user_google_subject_key";
ALTER TABLE "user" DROP COLUMN "google_subject";
UPDATE "mail" SET "kind" = 'provider-linked' WHERE "kind" = 'google-linked';

-- RedefineTables: nobody known makes a sign-in that is refused, so the actor of an event may be null.
CREATE TABLE "new_audit_event" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" TEXT,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "address" TEXT,
    "posting_id" TEXT,
    CONSTRAINT "audit_event_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "audit_event_posting_id_fkey" FOREIGN KEY ("posting_id") REFERENCES "ledger_posting" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_audit_event" ("action", "actor_id", "address", "at", "detail", "id", "posting_id", "subject") SELECT "action", "actor_id", "address", "at", "detail", "id", "posting_id", "subject" FROM "audit_event";
DROP TABLE "audit_event";
ALTER TABLE "new_audit_event" RENAME TO "audit_event";
CREATE UNIQUE INDEX "audit_event_posting_id_key" ON "audit_event"("posting_id");
CREATE INDEX "audit_event_at_id_idx" ON "audit_event"("at", "id");
CREATE INDEX "audit_event_subject_at_id_idx" ON "audit_event"("subject", "at", "id");
CREATE INDEX "audit_event_actor_id_at_id_idx" ON "audit_event"("actor_id", "at", "id");
CREATE INDEX "audit_event_action_at_id_idx" ON "audit_event"("action", "at", "id");
CREATE TRIGGER "audit_event_is_append_only_update" BEFORE UPDATE ON "audit_event"
BEGIN SELECT RAISE(ABORT, 'audit events are append-only'); END;
CREATE TRIGGER "audit_event_is_append_only_delete" BEFORE DELETE ON "audit_event"
BEGIN SELECT RAISE(ABORT, 'audit events are append-only'); END;

-- CreateIndex
CREATE UNIQUE INDEX "provider_link_user_id_issuer_key" ON "provider_link"("user_id", "issuer");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_created_at_idx" ON "invitation"("created_at");

-- CreateIndex
CREATE INDEX "invitation_email_idx" ON "invitation"("email");

-- CreateIndex
CREATE INDEX "invitation_use_invitation_id_idx" ON "invitation_use"("invitation_id");

-- CreateIndex
CREATE INDEX "invitation_use_granted_at_idx" ON "invitation_use"("granted_at");
