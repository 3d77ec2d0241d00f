-- A team: whoever pays for a Team or Enterprise plan, and those they invited. It stands as its plan does.
CREATE TABLE "team" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "seats" INTEGER NOT NULL,
    -- Its plan is paid: roles, shared prompts and invitations count.
    "is_on" BOOLEAN NOT NULL,
    "created_at" BIGINT NOT NULL,
    CONSTRAINT "team_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "team_user_id_key" ON "team"("user_id");

-- Everybody in it but its owner. A person is in one team at most.
CREATE TABLE "team_member" (
    "user_id" TEXT NOT NULL PRIMARY KEY,
    "team_id" TEXT NOT NULL,
    "rank" TEXT NOT NULL,
    "joined_at" BIGINT NOT NULL,
    -- False while the plan is off, or has fewer seats than the team has people: who came last goes without.
    "has_seat" BOOLEAN NOT NULL,
    -- The role that the membership gave, to be taken back when it ends; null while it gives none.
    "given_role" TEXT,
    CONSTRAINT "team_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "team_member_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "team_member_team_id_joined_at_user_id_idx" ON "team_member"("team_id", "joined_at", "user_id");

-- Invitations that are open. Only the hash of the secret in the mail is kept.
CREATE TABLE "team_invitation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "team_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "rank" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    CONSTRAINT "team_invitation_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "team_invitation_token_hash_key" ON "team_invitation"("token_hash");
CREATE UNIQUE INDEX "team_invitation_team_id_email_key" ON "team_invitation"("team_id", "email");
CREATE INDEX "team_invitation_expires_at_idx" ON "team_invitation"("expires_at");

-- A prompt that its author shares with their team.
ALTER TABLE "saved_prompt" ADD COLUMN "team_id" TEXT REFERENCES "team" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "saved_prompt_team_id_created_at_id_idx" ON "saved_prompt"("team_id", "created_at", "id");
