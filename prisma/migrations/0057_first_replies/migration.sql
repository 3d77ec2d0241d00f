-- When each provider first answered. The first reply of another provider ends Demo, and scanning all requests to find it
-- takes longer with each of them.

-- CreateTable
CREATE TABLE "provider_first_reply" (
    "provider" TEXT NOT NULL PRIMARY KEY,
    "at" BIGINT NOT NULL
);

INSERT INTO "provider_first_reply" ("provider", "at")
SELECT "provider", min("finished_at") FROM "ledger_operation"
WHERE "state" IN ('answered', 'purged') AND "finished_at" IS NOT NULL GROUP BY "provider";

CREATE TRIGGER "ledger_operation_is_first_reply" AFTER UPDATE OF "state" ON "ledger_operation"
WHEN NEW."state" = 'answered' AND NOT EXISTS (
    SELECT 1 FROM "provider_first_reply" WHERE "provider" = NEW."provider")
BEGIN
    INSERT INTO "provider_first_reply" ("provider", "at") VALUES (NEW."provider", NEW."finished_at");
END;
