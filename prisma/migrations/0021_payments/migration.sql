-- What became of a card payment after it was credited, as Stripe last told it.
ALTER TABLE "topup" ADD COLUMN "refunded_cents" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "topup" ADD COLUMN "disputed_cents" INTEGER NOT NULL DEFAULT 0;
-- Why a payment was not credited although it was made: another amount or currency than ours.
ALTER TABLE "topup" ADD COLUMN "problem" TEXT;
ALTER TABLE "topup" ADD COLUMN "receipt_url" TEXT;

-- Payments that are not credited yet are looked up at Stripe every hour.
CREATE INDEX "topup_credited_at_created_at_idx" ON "topup"("credited_at", "created_at");
CREATE INDEX "stripe_event_received_at_idx" ON "stripe_event"("received_at");

-- How far Stripe's list of events has been read, for those whose webhook never came.
CREATE TABLE "stripe_poll" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "polled_until" BIGINT NOT NULL
);
