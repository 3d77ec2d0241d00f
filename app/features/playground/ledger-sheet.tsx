import { Link } from '@remix-run/react';
import { useEffect, useMemo, useState } from 'react';
import { callApi, messageOf } from '~/core/browser/call-api';
import { ledgerColumns, ledgerPageSchema } from '~/features/billing';
import type { LedgerPage } from '~/features/billing/index.server';
import { EmptyState } from '~/ui/empty-state';
import { Sheet } from '~/ui/overlay/sheet';
import { DataTable } from '~/ui/table/data-table';
import { useLocalTableState } from '~/ui/table/use-table-state';

const PAGE_SIZE = 25;

type Props = { onClose: () => void; timezone: string };

export function LedgerSheet({ onClose, timezone }: Props) {
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title="Ledger"
      description={
        <>
          Credits, holds and charges, newest first. Times are in {timezone}. Filter and export them in{' '}
          <Link to="/dashboard/history" className="link">
            History
          </Link>
          .
        </>
      }
      size="l"
      isForReading
    >
      <LedgerTable timezone={timezone} />
    </Sheet>
  );
}

function LedgerTable({ timezone }: { timezone: string }) {
  const columns = useMemo(() => ledgerColumns(timezone), [timezone]);
  const table = useLocalTableState({ pageSizes: [PAGE_SIZE] });
  const { page } = table;
  const [attempt, setAttempt] = useState(0);
  const [ledger, setLedger] = useState<LedgerPage>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const controller = new AbortController();
    setProblem(undefined);
    fetchLedgerPage(page, controller.signal)
      .then(setLedger)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        setProblem(messageOf(error));
      });
    return () => controller.abort();
  }, [page, attempt]);

  return (
    <DataTable
      caption="Ledger entries"
      noun="entries"
      table={table}
      columns={columns}
      rows={ledger?.items ?? []}
      rowKey={({ id }) => id}
      total={ledger?.total ?? 0}
      isLoading={!ledger}
      error={problem === undefined ? undefined : { message: problem, onRetry: () => setAttempt(attempt + 1) }}
      empty={
        <EmptyState title="Nothing yet">
          Credits and requests are listed here, with what they cost.
        </EmptyState>
      }
    />
  );
}

function fetchLedgerPage(page: number, signal: AbortSignal) {
  const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE_SIZE) });
  return callApi(`/api/billing/ledger?${query.toString()}`, ledgerPageSchema, { signal });
}
