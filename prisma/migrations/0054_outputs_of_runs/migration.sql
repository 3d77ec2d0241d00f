-- Which run wrote a file last, by where it stands.
CREATE TABLE "baiql_file" (
    "user_id" TEXT NOT NULL,
    "folder" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "execution_id" TEXT NOT NULL,
    "is_whole" BOOLEAN NOT NULL,
    "size" INTEGER NOT NULL,
    "modified_ms" REAL NOT NULL,

    PRIMARY KEY ("user_id", "folder", "name"),
    CONSTRAINT "baiql_file_execution_id_fkey" FOREIGN KEY ("execution_id") REFERENCES "baiql_execution" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "baiql_file_execution_id_idx" ON "baiql_file"("execution_id");
