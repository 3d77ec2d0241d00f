-- What Prisma's schema can't express. scripts/postgres-schema.mjs puts it at the end of the migration.

ALTER TABLE "ledger_account" ADD CHECK ("held" >= 0), ADD CHECK ("debt" >= 0),
    ADD CHECK ("user_id" IS NULL OR "posted" - "held" >= 0);
ALTER TABLE "baiql_review" ADD CHECK ("verdict" IN ('accepted', 'edited', 'asked'));
ALTER TABLE "baiql_execution" ADD CHECK ("status" IN ('queued', 'running', 'completed', 'failed')),
    ADD CHECK ("fencing_token" >= 0);
ALTER TABLE "invitation" ADD CHECK ("credit_micro_usd" >= 0), ADD CHECK ("max_uses" > 0),
    ADD CHECK ("use_count" BETWEEN 0 AND "max_uses");

CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "ledger_entry_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entry"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_event_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "ai_price_keeps_its_history" BEFORE UPDATE ON "ai_price"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- The transaction has locked the account of the operation's user, so that there is no second one beside it.
CREATE FUNCTION "refuse_second_usage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM "ledger_entry" WHERE "operation_id" = NEW."operation_id" AND "kind" = 'usage') THEN
        RAISE EXCEPTION 'an operation has one usage entry';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "ledger_entry_one_usage_an_operation" BEFORE INSERT ON "ledger_entry"
    FOR EACH ROW WHEN (NEW."kind" = 'usage') EXECUTE FUNCTION "refuse_second_usage"();

CREATE FUNCTION "keep_first_reply"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "provider_first_reply" ("provider", "at") VALUES (NEW."provider", NEW."finished_at")
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER "ledger_operation_is_first_reply" AFTER UPDATE OF "state" ON "ledger_operation"
    FOR EACH ROW WHEN (NEW."state" = 'answered') EXECUTE FUNCTION "keep_first_reply"();

INSERT INTO "ledger_account" ("id") VALUES
    ('system:stripe'), ('system:bonus'), ('system:grants'), ('system:promo'), ('system:revenue'), ('system:loss');

-- Search indexes, by tokens that the program makes (app/core/db/postgres/search-index.server.ts). NULL: the text has
-- changed, and its tokens are made before the next search.
CREATE TABLE "user_search" ("number" INTEGER PRIMARY KEY REFERENCES "user" ON DELETE CASCADE, "tokens" TSVECTOR);
CREATE TABLE "prompt_search" ("number" INTEGER PRIMARY KEY REFERENCES "saved_prompt" ON DELETE CASCADE, "tokens" TSVECTOR);
CREATE TABLE "session_search" ("number" INTEGER PRIMARY KEY REFERENCES "session_turn" ON DELETE CASCADE, "tokens" TSVECTOR);
CREATE INDEX "user_search_tokens" ON "user_search" USING GIN ("tokens");
CREATE INDEX "prompt_search_tokens" ON "prompt_search" USING GIN ("tokens");
CREATE INDEX "session_search_tokens" ON "session_search" USING GIN ("tokens");
CREATE INDEX "user_search_changed" ON "user_search" ("number") WHERE "tokens" IS NULL;
CREATE INDEX "prompt_search_changed" ON "prompt_search" ("number") WHERE "tokens" IS NULL;
CREATE INDEX "session_search_changed" ON "session_search" ("number") WHERE "tokens" IS NULL;

CREATE FUNCTION "note_changed_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('INSERT INTO %I ("number") VALUES ($1) ON CONFLICT ("number") DO UPDATE SET "tokens" = NULL', TG_ARGV[0])
        USING NEW."number";
    RETURN NULL;
END $$;
CREATE TRIGGER "user_search_change" AFTER INSERT OR UPDATE OF "email", "first_name", "last_name", "deleted_at"
    ON "user" FOR EACH ROW EXECUTE FUNCTION "note_changed_text"('user_search');
CREATE TRIGGER "prompt_search_change" AFTER INSERT OR UPDATE OF "title", "description", "tags", "content", "folder"
    ON "saved_prompt" FOR EACH ROW EXECUTE FUNCTION "note_changed_text"('prompt_search');
CREATE TRIGGER "session_search_change" AFTER INSERT OR UPDATE OF "entries"
    ON "session_turn" FOR EACH ROW EXECUTE FUNCTION "note_changed_text"('session_search');

-- The review's filters "not as expected" and "cut off", by few of a run's rows. The conditions are those of the query, word
-- for word, as app/core/db/postgres/statement.server.ts writes them.
CREATE INDEX "baiql_result_unmet" ON "baiql_result" ("execution_id", "batch", "number")
    WHERE (CAST("detail" AS json) ->> 'isUnmet') = 'true';
CREATE INDEX "baiql_result_cut_off" ON "baiql_result" ("execution_id", "batch", "number")
    WHERE (CAST("detail" AS json) ->> 'isCutOff') = 'true';
