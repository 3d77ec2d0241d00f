-- Saved prompts get versions, folders, a public life and its moderation, and are found by their words. The index knows a
-- prompt by the number of the row, so the number has a column of its own; the table is made anew with it.

CREATE TABLE "new_saved_prompt" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "category_id" INTEGER,
    "style_template_id" INTEGER,
    "outcome_template_id" INTEGER,
    "topic_id" INTEGER,
    "subtopic_id" INTEGER,
    "raw_topic" TEXT NOT NULL,
    "raw_subtopic" TEXT NOT NULL,
    "ai_model_id" INTEGER NOT NULL DEFAULT 0,
    "tags" TEXT NOT NULL DEFAULT '[]',
    "folder" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "moderation" TEXT NOT NULL DEFAULT 'clear',
    "flagged_at" DATETIME,
    "wants_public" BOOLEAN NOT NULL DEFAULT false,
    "moderation_codes" TEXT NOT NULL DEFAULT '[]',
    "moderation_notes" TEXT NOT NULL DEFAULT '',
    "author_note" TEXT NOT NULL DEFAULT '',
    "like_count" INTEGER NOT NULL DEFAULT 0,
    "use_count" INTEGER NOT NULL DEFAULT 0,
    "last_used_at" DATETIME,
    "cost" BIGINT NOT NULL DEFAULT 0,
    "paid_uses" INTEGER NOT NULL DEFAULT 0,
    "source_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    "content" TEXT NOT NULL,
    CONSTRAINT "saved_prompt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_style_template_id_fkey" FOREIGN KEY ("style_template_id") REFERENCES "style_template" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_outcome_template_id_fkey" FOREIGN KEY ("outcome_template_id") REFERENCES "outcome_template" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_subtopic_id_fkey" FOREIGN KEY ("subtopic_id") REFERENCES "subtopic" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "saved_prompt" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
INSERT INTO "new_saved_prompt" ("id", "user_id", "title", "description", "category_id", "style_template_id",
    "outcome_template_id", "topic_id", "subtopic_id", "raw_topic", "raw_subtopic", "ai_model_id", "tags", "created_at",
    "updated_at", "content")
SELECT "id", "user_id", "title", "description", "category_id", "style_template_id",
    "outcome_template_id", "topic_id", "subtopic_id", "raw_topic", "raw_subtopic", "ai_model_id", "tags", "created_at",
    "updated_at", "content"
FROM "saved_prompt" ORDER BY "created_at", "id";
DROP TABLE "saved_prompt";
ALTER TABLE "new_saved_prompt" RENAME TO "saved_prompt";

CREATE UNIQUE INDEX "saved_prompt_id_key" ON "saved_prompt"("id");
CREATE INDEX "saved_prompt_user_id_created_at_id_idx" ON "saved_prompt"("user_id", "created_at", "id");
CREATE INDEX "saved_prompt_user_id_last_used_at_id_idx" ON "saved_prompt"("user_id", "last_used_at", "id");
CREATE INDEX "saved_prompt_user_id_use_count_id_idx" ON "saved_prompt"("user_id", "use_count", "id");
CREATE INDEX "saved_prompt_user_id_folder_idx" ON "saved_prompt"("user_id", "folder");
CREATE INDEX "saved_prompt_is_public_moderation_created_at_id_idx" ON "saved_prompt"("is_public", "moderation", "created_at", "id");
CREATE INDEX "saved_prompt_is_public_moderation_like_count_created_at_id_idx" ON "saved_prompt"("is_public", "moderation", "like_count", "created_at", "id");
CREATE INDEX "saved_prompt_flagged_at_id_idx" ON "saved_prompt"("flagged_at", "id");
CREATE INDEX "saved_prompt_category_id_idx" ON "saved_prompt"("category_id");
CREATE INDEX "saved_prompt_source_id_idx" ON "saved_prompt"("source_id");

CREATE TABLE "prompt_like" (
    "prompt_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("prompt_id", "user_id"),
    CONSTRAINT "prompt_like_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "saved_prompt" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "prompt_like_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "prompt_like_user_id_prompt_id_idx" ON "prompt_like"("user_id", "prompt_id");

CREATE TABLE "prompt_report" (
    "prompt_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "settled_at" DATETIME,

    PRIMARY KEY ("prompt_id", "user_id"),
    CONSTRAINT "prompt_report_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "saved_prompt" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "prompt_report_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "prompt_report_prompt_id_settled_at_idx" ON "prompt_report"("prompt_id", "settled_at");
CREATE INDEX "prompt_report_user_id_prompt_id_idx" ON "prompt_report"("user_id", "prompt_id");

CREATE TABLE "saved_prompt_version" (
    "prompt_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "saved_at" DATETIME NOT NULL,
    "content" TEXT NOT NULL,

    PRIMARY KEY ("prompt_id", "version"),
    CONSTRAINT "saved_prompt_version_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "saved_prompt" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- What is saved already is each prompt's first version.
INSERT INTO "saved_prompt_version"
SELECT "id", 1, "title", "description", '', "updated_at", "content" FROM "saved_prompt";

CREATE TABLE "prompt_charge" (
    "prompt_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "operation_key" TEXT NOT NULL,
    "cost" BIGINT NOT NULL,

    PRIMARY KEY ("user_id", "operation_key"),
    CONSTRAINT "prompt_charge_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "saved_prompt" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "prompt_charge_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "prompt_charge_prompt_id_idx" ON "prompt_charge"("prompt_id");

CREATE TABLE "house_setting" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "data" TEXT NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- The index has the words of a prompt and, in "scope", one word for each list that it is in: its author's ("o…"), the
-- community's, and for its author a folder's ("f…") and each tag's ("t…", in hexadecimal, so that they are words).
CREATE VIRTUAL TABLE "prompt_search" USING fts5(
    "title", "description", "tags", "content", "scope",
    content = '', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
-- What is deleted is gone from the file as well.
INSERT INTO "prompt_search" ("prompt_search", "rank") VALUES ('secure-delete', 1);
INSERT INTO "prompt_search" (rowid, "title", "description", "tags", "content", "scope")
SELECT "number", "title", "description", "tags", "content",
    'o' || replace("user_id", '-', '')
    || coalesce((SELECT group_concat(' t' || hex(lower(value)), '') FROM json_each("tags")), '')
FROM "saved_prompt";
CREATE TRIGGER "prompt_search_insert" AFTER INSERT ON "saved_prompt" BEGIN
    INSERT INTO "prompt_search" (rowid, "title", "description", "tags", "content", "scope")
    VALUES (NEW."number", NEW."title", NEW."description", NEW."tags", NEW."content",
        'o' || replace(NEW."user_id", '-', '')
        || CASE WHEN NEW."is_public" AND NEW."moderation" = 'clear' THEN ' community' ELSE '' END
        || CASE WHEN NEW."folder" <> '' THEN ' f' || hex(lower(NEW."folder")) ELSE '' END
        || coalesce((SELECT group_concat(' t' || hex(lower(value)), '') FROM json_each(NEW."tags")), ''));
END;
CREATE TRIGGER "prompt_search_update" AFTER UPDATE OF "title", "description", "tags", "content", "folder", "is_public",
    "moderation" ON "saved_prompt" BEGIN
    INSERT INTO "prompt_search" ("prompt_search", rowid, "title", "description", "tags", "content", "scope")
    VALUES ('delete', OLD."number", OLD."title", OLD."description", OLD."tags", OLD."content",
        'o' || replace(OLD."user_id", '-', '')
        || CASE WHEN OLD."is_public" AND OLD."moderation" = 'clear' THEN ' community' ELSE '' END
        || CASE WHEN OLD."folder" <> '' THEN ' f' || hex(lower(OLD."folder")) ELSE '' END
        || coalesce((SELECT group_concat(' t' || hex(lower(value)), '') FROM json_each(OLD."tags")), ''));
    INSERT INTO "prompt_search" (rowid, "title", "description", "tags", "content", "scope")
    VALUES (NEW."number", NEW."title", NEW."description", NEW."tags", NEW."content",
        'o' || replace(NEW."user_id", '-', '')
        || CASE WHEN NEW."is_public" AND NEW."moderation" = 'clear' THEN ' community' ELSE '' END
        || CASE WHEN NEW."folder" <> '' THEN ' f' || hex(lower(NEW."folder")) ELSE '' END
        || coalesce((SELECT group_concat(' t' || hex(lower(value)), '') FROM json_each(NEW."tags")), ''));
END;
CREATE TRIGGER "prompt_search_delete" AFTER DELETE ON "saved_prompt" BEGIN
    INSERT INTO "prompt_search" ("prompt_search", rowid, "title", "description", "tags", "content", "scope")
    VALUES ('delete', OLD."number", OLD."title", OLD."description", OLD."tags", OLD."content",
        'o' || replace(OLD."user_id", '-', '')
        || CASE WHEN OLD."is_public" AND OLD."moderation" = 'clear' THEN ' community' ELSE '' END
        || CASE WHEN OLD."folder" <> '' THEN ' f' || hex(lower(OLD."folder")) ELSE '' END
        || coalesce((SELECT group_concat(' t' || hex(lower(value)), '') FROM json_each(OLD."tags")), ''));
END;
