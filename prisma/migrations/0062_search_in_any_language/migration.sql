-- Both indexes hold the tokens that the package `text` makes of words in any language (search.ts), so that a part of a word
-- is found as the beginning of a token. The functions search_tokens and equal_key come from the program
-- (app/core/db/sqlite/text-functions.server.ts), which also fills the indexes when it starts. Of a prompt there is besides one
-- word for each list that it is in, after "=": its author's ("o…"), the community's, and for its author a folder's ("f…")
-- and each tag's ("t…", in hexadecimal). Only what an index has is deleted from it: anything else is a fault to SQLite.
DROP TRIGGER "prompt_search_insert";
DROP TRIGGER "prompt_search_update";
DROP TRIGGER "prompt_search_delete";
DROP TABLE "prompt_search";
CREATE VIRTUAL TABLE "prompt_search" USING fts5(
    "tokens", content = '', detail = none, tokenize = "ascii tokenchars '=^'", prefix = '3'
);
-- What is deleted is gone from the file as well.
INSERT INTO "prompt_search" ("prompt_search", "rank") VALUES ('secure-delete', 1);
CREATE TRIGGER "prompt_search_insert" AFTER INSERT ON "saved_prompt" BEGIN
    INSERT INTO "prompt_search" (rowid, "tokens") VALUES (NEW."number",
        '=o' || replace(NEW."user_id", '-', '')
        || CASE WHEN NEW."is_public" AND NEW."moderation" = 'clear' THEN ' =community' ELSE '' END
        || CASE WHEN NEW."folder" <> '' THEN ' =f' || hex(equal_key(NEW."folder")) ELSE '' END
        || coalesce((SELECT group_concat(' =t' || hex(equal_key(value)), '') FROM json_each(NEW."tags")), '')
        || ' ' || search_tokens(NEW."title", NEW."description", NEW."tags", NEW."content"));
END;
CREATE TRIGGER "prompt_search_update" AFTER UPDATE OF "title", "description", "tags", "content", "folder", "is_public",
    "moderation" ON "saved_prompt" BEGIN
    INSERT INTO "prompt_search" ("prompt_search", rowid, "tokens") SELECT 'delete', OLD."number",
        '=o' || replace(OLD."user_id", '-', '')
        || CASE WHEN OLD."is_public" AND OLD."moderation" = 'clear' THEN ' =community' ELSE '' END
        || CASE WHEN OLD."folder" <> '' THEN ' =f' || hex(equal_key(OLD."folder")) ELSE '' END
        || coalesce((SELECT group_concat(' =t' || hex(equal_key(value)), '') FROM json_each(OLD."tags")), '')
        || ' ' || search_tokens(OLD."title", OLD."description", OLD."tags", OLD."content")
    WHERE EXISTS (SELECT 1 FROM "prompt_search_docsize" WHERE "id" = OLD."number");
    INSERT INTO "prompt_search" (rowid, "tokens") VALUES (NEW."number",
        '=o' || replace(NEW."user_id", '-', '')
        || CASE WHEN NEW."is_public" AND NEW."moderation" = 'clear' THEN ' =community' ELSE '' END
        || CASE WHEN NEW."folder" <> '' THEN ' =f' || hex(equal_key(NEW."folder")) ELSE '' END
        || coalesce((SELECT group_concat(' =t' || hex(equal_key(value)), '') FROM json_each(NEW."tags")), '')
        || ' ' || search_tokens(NEW."title", NEW."description", NEW."tags", NEW."content"));
END;
CREATE TRIGGER "prompt_search_delete" AFTER DELETE ON "saved_prompt" BEGIN
    INSERT INTO "prompt_search" ("prompt_search", rowid, "tokens") SELECT 'delete', OLD."number",
        '=o' || replace(OLD."user_id", '-', '')
        || CASE WHEN OLD."is_public" AND OLD."moderation" = 'clear' THEN ' =community' ELSE '' END
        || CASE WHEN OLD."folder" <> '' THEN ' =f' || hex(equal_key(OLD."folder")) ELSE '' END
        || coalesce((SELECT group_concat(' =t' || hex(equal_key(value)), '') FROM json_each(OLD."tags")), '')
        || ' ' || search_tokens(OLD."title", OLD."description", OLD."tags", OLD."content")
    WHERE EXISTS (SELECT 1 FROM "prompt_search_docsize" WHERE "id" = OLD."number");
END;

DROP TRIGGER "user_search_insert";
DROP TRIGGER "user_search_update";
DROP TRIGGER "user_search_delete";
DROP TABLE "user_search";
CREATE VIRTUAL TABLE "user_search" USING fts5(
    "tokens", content = '', detail = none, tokenize = "ascii tokenchars '=^'", prefix = '3'
);
INSERT INTO "user_search" ("user_search", "rank") VALUES ('secure-delete', 1);
CREATE TRIGGER "user_search_insert" AFTER INSERT ON "user" WHEN NEW."deleted_at" IS NULL BEGIN
    INSERT INTO "user_search" (rowid, "tokens") VALUES (NEW."number", search_tokens(NEW."email", NEW."first_name", NEW."last_name"));
END;
CREATE TRIGGER "user_search_update" AFTER UPDATE OF "email", "first_name", "last_name", "deleted_at" ON "user" BEGIN
    INSERT INTO "user_search" ("user_search", rowid, "tokens")
    SELECT 'delete', OLD."number", search_tokens(OLD."email", OLD."first_name", OLD."last_name")
    WHERE OLD."deleted_at" IS NULL AND EXISTS (SELECT 1 FROM "user_search_docsize" WHERE "id" = OLD."number");
    INSERT INTO "user_search" (rowid, "tokens")
    SELECT NEW."number", search_tokens(NEW."email", NEW."first_name", NEW."last_name") WHERE NEW."deleted_at" IS NULL;
END;
CREATE TRIGGER "user_search_delete" AFTER DELETE ON "user" WHEN OLD."deleted_at" IS NULL BEGIN
    INSERT INTO "user_search" ("user_search", rowid, "tokens")
    SELECT 'delete', OLD."number", search_tokens(OLD."email", OLD."first_name", OLD."last_name")
    WHERE EXISTS (SELECT 1 FROM "user_search_docsize" WHERE "id" = OLD."number");
END;
