-- CreateIndex
CREATE INDEX "user_role_role_user_id_idx" ON "user_role"("role", "user_id");
