-- Lists show a prompt's beginning and how many variables it has, and leave its text out. The table is made anew, so that
-- the text stays its last column: whatever stands behind it costs a walk through it.
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
    "team_id" TEXT,
    "source_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    "preview" TEXT NOT NULL,
    "variable_count" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    CONSTRAINT "saved_prompt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_style_template_id_fkey" FOREIGN KEY ("style_template_id") REFERENCES "style_template" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_outcome_template_id_fkey" FOREIGN KEY ("outcome_template_id") REFERENCES "outcome_template" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_subtopic_id_fkey" FOREIGN KEY ("subtopic_id") REFERENCES "subtopic" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "saved_prompt" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
INSERT INTO "new_saved_prompt" (
    "number", "id", "user_id", "title", "description", "category_id", "style_template_id", "outcome_template_id",
    "topic_id", "subtopic_id", "raw_topic", "raw_subtopic", "ai_model_id", "tags", "folder", "version", "is_public",
    "moderation", "flagged_at", "wants_public", "moderation_codes", "moderation_notes", "author_note", "like_count",
    "use_count", "last_used_at", "cost", "paid_uses", "team_id", "source_id", "created_at", "updated_at", "preview",
    "variable_count", "content"
)
SELECT
    "number", "id", "user_id", "title", "description", "category_id", "style_template_id", "outcome_template_id",
    "topic_id", "subtopic_id", "raw_topic", "raw_subtopic", "ai_model_id", "tags", "folder", "version", "is_public",
    "moderation", "flagged_at", "wants_public", "moderation_codes", "moderation_notes", "author_note", "like_count",
    "use_count", "last_used_at", "cost", "paid_uses", "team_id", "source_id", "created_at", "updated_at",
    substr("content", 1, 280), 0, "content"
FROM "saved_prompt" ORDER BY "number";
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
CREATE INDEX "saved_prompt_team_id_created_at_id_idx" ON "saved_prompt"("team_id", "created_at", "id");
CREATE INDEX "saved_prompt_category_id_idx" ON "saved_prompt"("category_id");
CREATE INDEX "saved_prompt_source_id_idx" ON "saved_prompt"("source_id");

-- How many variables each text has, as app/features/prompts/variables/parse-variables.ts reads them: "{{", a name, perhaps
-- a kind after a colon and a default after an equals sign, "}}". The text is split at each "{{", and what follows is looked
-- at by itself. One thing differs: in a name, every character beyond ASCII counts as a letter.
WITH "piece" AS (
    SELECT "number", substr("value", 1, 1) AS "first", lag(substr("value", -1)) OVER "text" AS "before",
        substr(ltrim("value", '{'), 1, 2002) AS "rest"
    FROM "saved_prompt", json_each('[' || replace(json_quote("content"), '{{', '","') || ']')
    WHERE instr("content", '{{') > 0
    WINDOW "text" AS (PARTITION BY "number" ORDER BY "key")
), "mention" AS (
    SELECT "number", substr("rest", 1, instr("rest", '}') - 1) AS "inside"
    FROM "piece"
    -- The first piece has no "{{" before it, and after a backslash it is text.
    WHERE "before" IS NOT NULL AND NOT ("before" = '\' AND "first" <> '{')
        AND instr("rest", '}') > 1 AND instr("rest", '}}') = instr("rest", '}')
), "named" AS (
    SELECT "number", trim(substr("inside", 1, "end" - 1), char(9, 10, 13, 32)) AS "name",
        CASE substr("inside", "end", 1) WHEN ':' THEN substr("inside", "end" + 1) ELSE 'text' END || '=' AS "tail"
    FROM (SELECT *, min(instr("inside" || ':', ':'), instr("inside" || '=', '=')) AS "end" FROM "mention")
    WHERE instr("inside", '{') = 0
), "kinded" AS (
    SELECT "number", "name", trim(substr("tail", 1, "length"), char(9, 10, 13, 32)) AS "kind"
    FROM (
        -- The options in their parentheses may have an equals sign; what ends the kind comes after them.
        SELECT *, CASE WHEN instr("tail", '(') BETWEEN 1 AND instr("tail", '=')
            THEN instr("tail", ')') ELSE instr("tail", '=') - 1 END AS "length"
        FROM "named"
    )
    WHERE substr("tail", "length" + 1, 1) = '='
), "variable" AS (
    SELECT "number", "name"
    FROM "kinded"
    WHERE length("name") <= 40
        AND "name" GLOB '[A-Za-z_' || char(128) || '-' || char(1114111) || ']*'
        AND "name" NOT GLOB '*[^A-Za-z0-9_ ' || char(128) || '-' || char(1114111) || '-]*'
        AND CASE WHEN "kind" GLOB 'select(*)' THEN (
            SELECT count(DISTINCT trim("value", char(9, 10, 13, 32))) BETWEEN 1 AND 50
            FROM json_each('[' || replace(json_quote(substr("kind", 8, length("kind") - 8)), ',', '","') || ']')
            WHERE trim("value", char(9, 10, 13, 32)) <> ''
        ) ELSE "kind" IN ('text', 'long', 'number') END
)
UPDATE "saved_prompt" SET "variable_count" = "counted"."count"
FROM (SELECT "number", min(50, count(DISTINCT "name")) AS "count" FROM "variable" GROUP BY "number") AS "counted"
WHERE "counted"."number" = "saved_prompt"."number";

-- The search index is kept in step as before.
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
