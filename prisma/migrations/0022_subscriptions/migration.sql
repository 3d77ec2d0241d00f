-- Whom Stripe knows by which name.
CREATE TABLE "stripe_customer" (
    "user_id" TEXT NOT NULL PRIMARY KEY,
    "customer_id" TEXT NOT NULL,
    CONSTRAINT "stripe_customer_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "stripe_customer_customer_id_key" ON "stripe_customer"("customer_id");

-- Team and Enterprise subscriptions, as Stripe last told of them.
CREATE TABLE "subscription" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "user_id" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "seats" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "period_end" BIGINT NOT NULL,
    "cancels_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "created_at" BIGINT NOT NULL,
    -- The role that it gave its owner, to be taken back when it ends; null while it gives none.
    "given_role" TEXT,
    CONSTRAINT "subscription_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "subscription_user_id_created_at_idx" ON "subscription"("user_id", "created_at");

-- Mails about money that are due or sent. Its key makes each be sent once: a payment, a week, a day.
CREATE TABLE "money_mail" (
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "due_at" BIGINT NOT NULL,
    "sent_at" BIGINT,

    PRIMARY KEY ("user_id", "kind", "about"),
    CONSTRAINT "money_mail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "money_mail_sent_at_due_at_idx" ON "money_mail"("sent_at", "due_at");
