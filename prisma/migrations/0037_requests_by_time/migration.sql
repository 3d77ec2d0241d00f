-- The console lists everybody's requests of a period and adds them up, and counts a provider's failures.

-- CreateIndex
CREATE INDEX "ledger_entry_kind_occurred_at_id_amount_idx" ON "ledger_entry"("kind", "occurred_at", "id", "amount");

-- CreateIndex
CREATE INDEX "ledger_uncharged_provider_at_operation_id_idx" ON "ledger_uncharged"("provider", "at", "operation_id");
