-- A link may move an account to another address.
ALTER TABLE "account_token" ADD COLUMN "new_email" TEXT;
