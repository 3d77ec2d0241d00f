-- The first words of each message, in a column before its texts, which may be megabytes and which lists don't read through.

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_session_turn" (
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
    "opening" TEXT NOT NULL,
    "entries" TEXT NOT NULL,
    CONSTRAINT "session_turn_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "saved_session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_session_turn" ("number", "user_id", "session_id", "key", "sent_at", "tokens_in", "tokens_out", "cost", "requests", "size", "opening", "entries")
SELECT "number", "user_id", "session_id", "key", "sent_at", "tokens_in", "tokens_out", "cost", "requests", "size",
    coalesce(trim(replace(replace(replace(substr(json_extract("entries", '$[0].text'), 1, 120), char(13), ' '), char(10), ' '), char(9), ' ')), ''),
    "entries"
FROM "session_turn";
DROP TABLE "session_turn";
ALTER TABLE "new_session_turn" RENAME TO "session_turn";
CREATE UNIQUE INDEX "session_turn_session_id_key_key" ON "session_turn"("session_id", "key");
CREATE INDEX "session_turn_session_id_sent_at_number_idx" ON "session_turn"("session_id", "sent_at", "number");
CREATE INDEX "session_turn_user_id_key_idx" ON "session_turn"("user_id", "key");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- Dropped with the table, as they were.
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
