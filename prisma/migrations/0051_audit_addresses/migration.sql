-- Where each request that is in the audit log came from. Events from before have none.
ALTER TABLE "audit_event" ADD COLUMN "address" TEXT;
