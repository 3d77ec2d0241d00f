-- People are found by any three characters in a row of their email address or name, whatever case and accents they are
-- written with. The index knows a person by the number of the row, so the number has a column of its own.

CREATE TABLE "new_user" (
    "number" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_confirmed_at" DATETIME,
    "password_hash" TEXT,
    "password_changed_at" DATETIME,
    "google_subject" TEXT,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_login_at" DATETIME,
    "suspended_at" DATETIME,
    "deleted_at" DATETIME
);
INSERT INTO "new_user" ("id", "email", "email_confirmed_at", "password_hash", "password_changed_at", "google_subject",
    "first_name", "last_name", "created_at", "last_login_at", "suspended_at", "deleted_at")
SELECT "id", "email", "email_confirmed_at", "password_hash", "password_changed_at", "google_subject",
    "first_name", "last_name", "created_at", "last_login_at", "suspended_at", "deleted_at"
FROM "user" ORDER BY rowid;
DROP TABLE "user";
ALTER TABLE "new_user" RENAME TO "user";

CREATE UNIQUE INDEX "user_id_key" ON "user"("id");
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");
CREATE UNIQUE INDEX "user_google_subject_key" ON "user"("google_subject");
-- The list of people, in each of its orders.
CREATE INDEX "user_deleted_at_email_idx" ON "user"("deleted_at", "email");
CREATE INDEX "user_deleted_at_created_at_idx" ON "user"("deleted_at", "created_at");
CREATE INDEX "user_deleted_at_last_login_at_idx" ON "user"("deleted_at", "last_login_at");

CREATE VIRTUAL TABLE "user_search" USING fts5(
    "email", "first_name", "last_name",
    content = "user", content_rowid = "number", tokenize = "trigram remove_diacritics 1"
);
-- What is deleted is gone from the file as well.
INSERT INTO "user_search" ("user_search", "rank") VALUES ('secure-delete', 1);
-- Who has deleted their account is not found any more.
INSERT INTO "user_search" (rowid, "email", "first_name", "last_name")
SELECT "number", "email", "first_name", "last_name" FROM "user" WHERE "deleted_at" IS NULL;
CREATE TRIGGER "user_search_insert" AFTER INSERT ON "user" WHEN NEW."deleted_at" IS NULL BEGIN
    INSERT INTO "user_search" (rowid, "email", "first_name", "last_name")
    VALUES (NEW."number", NEW."email", NEW."first_name", NEW."last_name");
END;
CREATE TRIGGER "user_search_update" AFTER UPDATE OF "email", "first_name", "last_name", "deleted_at" ON "user" BEGIN
    INSERT INTO "user_search" ("user_search", rowid, "email", "first_name", "last_name")
    SELECT 'delete', OLD."number", OLD."email", OLD."first_name", OLD."last_name" WHERE OLD."deleted_at" IS NULL;
    INSERT INTO "user_search" (rowid, "email", "first_name", "last_name")
    SELECT NEW."number", NEW."email", NEW."first_name", NEW."last_name" WHERE NEW."deleted_at" IS NULL;
END;
CREATE TRIGGER "user_search_delete" AFTER DELETE ON "user" WHEN OLD."deleted_at" IS NULL BEGIN
    INSERT INTO "user_search" ("user_search", rowid, "email", "first_name", "last_name")
    VALUES ('delete', OLD."number", OLD."email", OLD."first_name", OLD."last_name");
END;
