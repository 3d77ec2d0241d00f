-- What prompts are built from (prisma/seed/content), and the prompts that people copied and saved.
-- CreateTable
CREATE TABLE "category" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "seed_key" TEXT,
    "name" TEXT NOT NULL,
    "sort_order" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false
);

-- CreateTable
CREATE TABLE "style_template" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "seed_key" TEXT,
    "category_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "sort_order" INTEGER NOT NULL,
    "template_text" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "style_template_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "outcome_template" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "seed_key" TEXT,
    "category_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "sort_order" INTEGER NOT NULL,
    "template_text" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "outcome_template_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "purpose" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "seed_key" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "sort_order" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,
    "style_template_id" INTEGER NOT NULL,
    "outcome_template_id" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "purpose_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "purpose_style_template_id_fkey" FOREIGN KEY ("style_template_id") REFERENCES "style_template" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "purpose_outcome_template_id_fkey" FOREIGN KEY ("outcome_template_id") REFERENCES "outcome_template" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "topic" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "seed_key" TEXT,
    "name" TEXT NOT NULL,
    "is_approved" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false
);

-- CreateTable
CREATE TABLE "subtopic" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "seed_key" TEXT,
    "topic_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "is_approved" BOOLEAN NOT NULL DEFAULT true,
    "is_edited" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "subtopic_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "content_seed" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "version" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "generated_prompt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "category_id" INTEGER,
    "style_template_id" INTEGER,
    "outcome_template_id" INTEGER,
    "topic_id" INTEGER,
    "subtopic_id" INTEGER,
    "user_topic" TEXT NOT NULL,
    "user_details" TEXT NOT NULL,
    "raw_topic" TEXT NOT NULL,
    "raw_subtopic" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "generated_prompt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "generated_prompt_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "generated_prompt_style_template_id_fkey" FOREIGN KEY ("style_template_id") REFERENCES "style_template" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "generated_prompt_outcome_template_id_fkey" FOREIGN KEY ("outcome_template_id") REFERENCES "outcome_template" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "generated_prompt_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "generated_prompt_subtopic_id_fkey" FOREIGN KEY ("subtopic_id") REFERENCES "subtopic" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "saved_prompt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "category_id" INTEGER,
    "style_template_id" INTEGER,
    "outcome_template_id" INTEGER,
    "topic_id" INTEGER,
    "subtopic_id" INTEGER,
    "raw_topic" TEXT NOT NULL,
    "raw_subtopic" TEXT NOT NULL,
    "ai_model_id" INTEGER NOT NULL DEFAULT 0,
    "tags" TEXT NOT NULL DEFAULT '[]',
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    "content" TEXT NOT NULL,
    CONSTRAINT "saved_prompt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_style_template_id_fkey" FOREIGN KEY ("style_template_id") REFERENCES "style_template" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_outcome_template_id_fkey" FOREIGN KEY ("outcome_template_id") REFERENCES "outcome_template" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topic" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "saved_prompt_subtopic_id_fkey" FOREIGN KEY ("subtopic_id") REFERENCES "subtopic" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "category_seed_key_key" ON "category"("seed_key");

-- CreateIndex
CREATE UNIQUE INDEX "style_template_seed_key_key" ON "style_template"("seed_key");

-- CreateIndex
CREATE INDEX "style_template_category_id_sort_order_idx" ON "style_template"("category_id", "sort_order");

-- CreateIndex
CREATE UNIQUE INDEX "outcome_template_seed_key_key" ON "outcome_template"("seed_key");

-- CreateIndex
CREATE INDEX "outcome_template_category_id_sort_order_idx" ON "outcome_template"("category_id", "sort_order");

-- CreateIndex
CREATE UNIQUE INDEX "purpose_seed_key_key" ON "purpose"("seed_key");

-- CreateIndex
CREATE UNIQUE INDEX "topic_seed_key_key" ON "topic"("seed_key");

-- CreateIndex
CREATE UNIQUE INDEX "subtopic_seed_key_key" ON "subtopic"("seed_key");

-- CreateIndex
CREATE INDEX "subtopic_topic_id_idx" ON "subtopic"("topic_id");

-- CreateIndex
CREATE INDEX "generated_prompt_user_id_created_at_id_idx" ON "generated_prompt"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "generated_prompt_category_id_idx" ON "generated_prompt"("category_id");

-- CreateIndex
CREATE INDEX "saved_prompt_user_id_created_at_id_idx" ON "saved_prompt"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "saved_prompt_category_id_idx" ON "saved_prompt"("category_id");
