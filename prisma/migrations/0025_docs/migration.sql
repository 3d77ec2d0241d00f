-- CreateTable
CREATE TABLE "doc" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "seed_key" TEXT,
    "type" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "category" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL,
    "display_order" INTEGER NOT NULL,
    "is_published" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" DATETIME NOT NULL,
    "content" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "doc_version" (
    "doc_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "saved_at" DATETIME NOT NULL,
    "actor_id" TEXT,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,

    PRIMARY KEY ("doc_id", "version"),
    CONSTRAINT "doc_version_doc_id_fkey" FOREIGN KEY ("doc_id") REFERENCES "doc" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "doc_version_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "doc_seed_key_key" ON "doc"("seed_key");

-- CreateIndex
CREATE INDEX "doc_type_display_order_id_idx" ON "doc"("type", "display_order", "id");

-- CreateIndex
CREATE UNIQUE INDEX "doc_type_slug_key" ON "doc"("type", "slug");

-- CreateIndex
CREATE INDEX "doc_version_actor_id_idx" ON "doc_version"("actor_id");
