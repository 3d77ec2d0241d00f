-- Sessions are kept by themselves as recent ones, exchange by exchange; saved ones, too.

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_saved_session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "save_key" TEXT,
    "kind" TEXT NOT NULL DEFAULT 'saved',
    "is_pinned" BOOLEAN NOT NULL DEFAULT false,
    "title" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "tokens_in" INTEGER NOT NULL,
    "tokens_out" INTEGER NOT NULL,
    "cost" BIGINT NOT NULL,
    "size" INTEGER NOT NULL,
    "saved_at" DATETIME NOT NULL,
    "changed_at" DATETIME NOT NULL,
    "prompt_text" TEXT NOT NULL,
    "io_text" TEXT NOT NULL,
    "thread_json" TEXT NOT NULL DEFAULT '',
    "instructions" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "saved_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_saved_session" ("id", "user_id", "save_key", "title", "provider", "model", "requests", "tokens_in", "tokens_out", "cost", "size", "saved_at", "changed_at", "prompt_text", "io_text", "thread_json", "instructions")
SELECT "id", "user_id", "save_key", "title", "provider", "model", "requests", "tokens_in", "tokens_out", "cost", "size", "saved_at", "saved_at", "prompt_text", "io_text", "thread_json", "instructions" FROM "saved_session";
DROP TABLE "saved_session";
ALTER TABLE "new_saved_session" RENAME TO "saved_session";
CREATE UNIQUE INDEX "saved_session_user_id_save_key_key" ON "saved_session"("user_id", "save_key");
CREATE INDEX "saved_session_user_id_kind_saved_at_id_idx" ON "saved_session"("user_id", "kind", "saved_at", "id");
CREATE INDEX "saved_session_user_id_is_pinned_changed_at_id_idx" ON "saved_session"("user_id", "is_pinned", "changed_at", "id");
CREATE INDEX "saved_session_kind_is_pinned_changed_at_idx" ON "saved_session"("kind", "is_pinned", "changed_at");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateTable
CREATE TABLE "session_turn" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "sent_at" DATETIME NOT NULL,
    "tokens_in" INTEGER NOT NULL,
    "tokens_out" INTEGER NOT NULL,
    "cost" BIGINT NOT NULL,
    "requests" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "entries" TEXT NOT NULL,
    CONSTRAINT "session_turn_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "saved_session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The exchanges of threads saved so far, which are newest first: a message begins an exchange, and what was sent at no known
-- time follows in that order. What isn't a thread stays where it is.
INSERT INTO "session_turn" ("user_id", "session_id", "key", "sent_at", "tokens_in", "tokens_out", "cost", "requests", "size", "entries")
SELECT "user_id", "session_id", 'saved-' || "exchange",
    strftime('%Y-%m-%dT%H:%M:%f+00:00', "saved_at"),
    min(2000000000, sum("tokens_in")), min(2000000000, sum("tokens_out")), sum("cost"), sum("has_reply"),
    length(CAST('[' || group_concat("value", ',') || ']' AS BLOB)), '[' || group_concat("value", ',') || ']'
FROM (
    SELECT s."user_id", s."id" AS "session_id", s."saved_at", e.key AS "place", e."value",
        sum(json_extract(e."value", '$.role') = 'user') OVER (PARTITION BY s."id" ORDER BY e.key) AS "exchange",
        coalesce(CAST(json_extract(e."value", '$.reply.usage.inputTokens') AS INTEGER), 0) AS "tokens_in",
        coalesce(CAST(json_extract(e."value", '$.reply.usage.outputTokens') AS INTEGER), 0) AS "tokens_out",
        coalesce(CAST(round(json_extract(e."value", '$.reply.usage.costUsd') * 1000000) AS INTEGER), 0) AS "cost",
        json_type(e."value", '$.reply') IS NOT NULL AS "has_reply"
    FROM "saved_session" s, json_each(s."thread_json") e
    WHERE json_valid(s."thread_json") AND json_type(s."thread_json") = 'array'
    ORDER BY s."id", e.key
)
GROUP BY "session_id", "exchange"
ORDER BY "session_id", "exchange" DESC;
UPDATE "saved_session" SET "thread_json" = '' WHERE EXISTS (SELECT 1 FROM "session_turn" t WHERE t."session_id" = "saved_session"."id");

-- CreateIndex
CREATE UNIQUE INDEX "session_turn_session_id_key_key" ON "session_turn"("session_id", "key");
-- CreateIndex
CREATE INDEX "session_turn_session_id_sent_at_number_idx" ON "session_turn"("session_id", "sent_at", "number");
-- CreateIndex
CREATE INDEX "session_turn_user_id_idx" ON "session_turn"("user_id");

-- As prompt_search: the tokens of the beginnings of all texts of an exchange, and one word for its owner.
CREATE VIRTUAL TABLE "session_search" USING fts5(
    "tokens", content = '', detail = none, tokenize = "ascii tokenchars '=^'", prefix = '3'
);
INSERT INTO "session_search" ("session_search", "rank") VALUES ('secure-delete', 1);
CREATE TRIGGER "session_search_insert" AFTER INSERT ON "session_turn" BEGIN
    INSERT INTO "session_search" (rowid, "tokens") VALUES (NEW."number", '=o' || replace(NEW."user_id", '-', '') || ' '
        || search_tokens((SELECT group_concat(substr(json_extract("value", '$.text'), 1, 20000), char(10)) FROM json_each(NEW."entries"))));
END;
CREATE TRIGGER "session_search_update" AFTER UPDATE OF "entries" ON "session_turn" BEGIN
    INSERT INTO "session_search" ("session_search", rowid, "tokens")
    SELECT 'delete', OLD."number", '=o' || replace(OLD."user_id", '-', '') || ' '
        || search_tokens((SELECT group_concat(substr(json_extract("value", '$.text'), 1, 20000), char(10)) FROM json_each(OLD."entries")))
    WHERE EXISTS (SELECT 1 FROM "session_search_docsize" WHERE "id" = OLD."number");
    INSERT INTO "session_search" (rowid, "tokens") VALUES (NEW."number", '=o' || replace(NEW."user_id", '-', '') || ' '
        || search_tokens((SELECT group_concat(substr(json_extract("value", '$.text'), 1, 20000), char(10)) FROM json_each(NEW."entries"))));
END;
CREATE TRIGGER "session_search_delete" AFTER DELETE ON "session_turn" BEGIN
    INSERT INTO "session_search" ("session_search", rowid, "tokens")
    SELECT 'delete', OLD."number", '=o' || replace(OLD."user_id", '-', '') || ' '
        || search_tokens((SELECT group_concat(substr(json_extract("value", '$.text'), 1, 20000), char(10)) FROM json_each(OLD."entries")))
    WHERE EXISTS (SELECT 1 FROM "session_search_docsize" WHERE "id" = OLD."number");
END;
