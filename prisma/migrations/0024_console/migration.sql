-- DropIndex
DROP INDEX "audit_event_actor_id_at_idx";

-- DropIndex
DROP INDEX "audit_event_subject_at_idx";

-- DropIndex
DROP INDEX "audit_event_at_idx";

-- CreateTable
CREATE TABLE "ocr_day" (
    "day" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "chars" INTEGER NOT NULL DEFAULT 0,
    "ms" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("day", "user_id"),
    CONSTRAINT "ocr_day_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "provider_day" (
    "day" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "total_ms" BIGINT NOT NULL DEFAULT 0,
    "latency" TEXT NOT NULL DEFAULT '[]',

    PRIMARY KEY ("day", "provider")
);

-- CreateTable
CREATE TABLE "duty_report" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL,
    "is_ok" BOOLEAN NOT NULL,
    "detail" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "ocr_day_user_id_idx" ON "ocr_day"("user_id");

-- CreateIndex
CREATE INDEX "audit_event_at_id_idx" ON "audit_event"("at", "id");

-- CreateIndex
CREATE INDEX "audit_event_subject_at_id_idx" ON "audit_event"("subject", "at", "id");

-- CreateIndex
CREATE INDEX "audit_event_actor_id_at_id_idx" ON "audit_event"("actor_id", "at", "id");

-- CreateIndex
CREATE INDEX "audit_event_action_at_id_idx" ON "audit_event"("action", "at", "id");

-- What was done stays written down as it was.
CREATE TRIGGER "audit_event_is_append_only_update" BEFORE UPDATE ON "audit_event"
BEGIN SELECT RAISE(ABORT, 'audit events are append-only'); END;
CREATE TRIGGER "audit_event_is_append_only_delete" BEFORE DELETE ON "audit_event"
BEGIN SELECT RAISE(ABORT, 'audit events are append-only'); END;
