-- What a dashboard adds up: calls by the quarter of an hour, written with each call, so that no page grows with history.
CREATE TABLE "ledger_usage" (
    "user_id" TEXT NOT NULL,
    "quarter" BIGINT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "category_id" INTEGER NOT NULL DEFAULT 0,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "free_requests" INTEGER NOT NULL DEFAULT 0,
    "not_charged" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost" BIGINT NOT NULL DEFAULT 0,
    "free_value" BIGINT NOT NULL DEFAULT 0,
    "cache_saved" BIGINT NOT NULL DEFAULT 0,

    PRIMARY KEY ("user_id", "quarter", "endpoint", "provider", "model", "category_id"),
    CONSTRAINT "ledger_usage_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account" ("user_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

INSERT INTO "ledger_usage" ("user_id", "quarter", "endpoint", "provider", "model", "requests", "free_requests",
    "input_tokens", "output_tokens", "cost", "free_value")
SELECT a."user_id", e."occurred_at" / 900000 * 900000, coalesce(o."endpoint", ''), coalesce(e."provider", ''),
    coalesce(e."model", ''), count(*), sum(coalesce(o."is_free", 0)), sum(coalesce(e."input_tokens", 0)),
    sum(coalesce(e."output_tokens", 0)), -sum(e."amount"), coalesce(-sum(p."amount"), 0)
FROM "ledger_entry" e
JOIN "ledger_account" a ON a."id" = e."account_id"
LEFT JOIN "ledger_operation" o ON o."id" = e."operation_id"
LEFT JOIN "ledger_entry" p ON p."posting_id" = e."posting_id" AND p."kind" = 'promo'
WHERE e."kind" = 'usage' AND a."user_id" IS NOT NULL
GROUP BY 1, 2, 3, 4, 5;

-- What a request was about.
ALTER TABLE "ledger_operation" ADD COLUMN "category_id" INTEGER;

-- What was billed besides plain tokens, so that a charge can be told apart into its parts.
ALTER TABLE "ledger_hold" ADD COLUMN "usage" TEXT;

-- Calls that were not charged, and why: a table of their own, so that no other call pays for their index.
CREATE TABLE "ledger_uncharged" (
    "operation_id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    CONSTRAINT "ledger_uncharged_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "ledger_account" ("user_id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "ledger_uncharged_user_id_at_idx" ON "ledger_uncharged"("user_id", "at");
