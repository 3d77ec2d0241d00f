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
