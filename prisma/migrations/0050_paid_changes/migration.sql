-- AlterTable
ALTER TABLE "subscription" ADD COLUMN "card_expires" TEXT;
ALTER TABLE "subscription" ADD COLUMN "card_last4" TEXT;
ALTER TABLE "subscription" ADD COLUMN "needs_card" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "subscription" ADD COLUMN "pending_plan" TEXT;
ALTER TABLE "subscription" ADD COLUMN "pending_seats" INTEGER;
ALTER TABLE "subscription" ADD COLUMN "pending_until" BIGINT;
