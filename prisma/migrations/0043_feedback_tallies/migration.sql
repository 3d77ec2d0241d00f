-- The answers of the survey are counted by the database, question by question and group by group.

-- CreateIndex
CREATE INDEX "feedback_category_id_q1_idx" ON "feedback"("category_id", "q1");

-- CreateIndex
CREATE INDEX "feedback_category_id_q2_idx" ON "feedback"("category_id", "q2");

-- CreateIndex
CREATE INDEX "feedback_category_id_q3_idx" ON "feedback"("category_id", "q3");

-- CreateIndex
CREATE INDEX "feedback_category_id_q4_idx" ON "feedback"("category_id", "q4");

-- CreateIndex
CREATE INDEX "feedback_category_id_q5_idx" ON "feedback"("category_id", "q5");

-- CreateIndex
CREATE INDEX "feedback_category_id_q6_idx" ON "feedback"("category_id", "q6");

-- CreateIndex
CREATE INDEX "feedback_category_id_q7_idx" ON "feedback"("category_id", "q7");

-- CreateIndex
CREATE INDEX "feedback_category_id_q8_idx" ON "feedback"("category_id", "q8");

-- CreateIndex
CREATE INDEX "feedback_category_id_q9_idx" ON "feedback"("category_id", "q9");

-- CreateIndex
CREATE INDEX "feedback_category_id_q10_idx" ON "feedback"("category_id", "q10");
