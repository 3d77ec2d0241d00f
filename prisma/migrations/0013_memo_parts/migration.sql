-- What a run must remember is kept part by part, so that a change writes no more than what has changed.
CREATE TABLE "baiql_memo_part" (
    "execution_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("execution_id", "name"),
    CONSTRAINT "baiql_memo_part_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

INSERT INTO "baiql_memo_part" ("execution_id", "name", "value")
SELECT "id", 'run', json_object('version', json_extract("memo", '$.version'), 'startedAtMs', json_extract("memo", '$.startedAtMs'))
FROM "baiql_execution" WHERE json_extract("memo", '$.version') IS NOT NULL;

INSERT INTO "baiql_memo_part" ("execution_id", "name", "value")
SELECT "id", 'globals', json_extract("memo", '$.globals')
FROM "baiql_execution" WHERE json_extract("memo", '$.globals') IS NOT NULL;

INSERT INTO "baiql_memo_part" ("execution_id", "name", "value")
SELECT "baiql_execution"."id", "section"."key" || '/' || "part"."key",
    CASE "part"."type" WHEN 'text' THEN json_quote("part"."value") ELSE "part"."value" END
FROM "baiql_execution", json_each("baiql_execution"."memo") AS "section", json_each("section"."value") AS "part"
WHERE "section"."key" IN ('sources', 'optimized', 'written', 'failedRuns');

ALTER TABLE "baiql_execution" DROP COLUMN "memo";
