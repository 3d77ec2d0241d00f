-- Spellings of tags that gave way to another spelling of the same tag.
CREATE TABLE "merged_tag" (
    "user_id" TEXT NOT NULL,
    "former" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("user_id", "former"),
    CONSTRAINT "merged_tag_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
