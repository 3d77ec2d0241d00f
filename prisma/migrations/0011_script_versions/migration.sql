-- Every save of a script is kept as a version, and says which one it was made from. The table is made anew, so that its
-- long text stays its last column.
CREATE TABLE "new_baiql_script" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "size" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" DATETIME NOT NULL,
    "content" TEXT NOT NULL,
    CONSTRAINT "baiql_script_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_baiql_script"
SELECT "id", "user_id", "name", 1, "size", "created_at", "updated_at", "content"
FROM "baiql_script" ORDER BY rowid;
DROP TABLE "baiql_script";
ALTER TABLE "new_baiql_script" RENAME TO "baiql_script";
CREATE INDEX "baiql_script_user_id_updated_at_id_idx" ON "baiql_script"("user_id", "updated_at", "id");

CREATE TABLE "baiql_script_version" (
    "script_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "is_autosave" BOOLEAN NOT NULL,
    "saved_at" DATETIME NOT NULL,
    "content" TEXT NOT NULL,

    PRIMARY KEY ("script_id", "version"),
    CONSTRAINT "baiql_script_version_script_id_fkey" FOREIGN KEY ("script_id") REFERENCES "baiql_script" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- What is saved already is each script's first version.
INSERT INTO "baiql_script_version"
SELECT "id", 1, "name", "size", false, "updated_at", "content" FROM "baiql_script";
