import { useEffect, useMemo, useState } from 'react';
import type { LedgerItem, LedgerPage } from '~/features/billing/index.server';
import { Badge } from '~/ui/badge';
import { EmptyState } from '~/ui/empty-state';
import { formatCount } from '~/ui/format-count';
import { microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { Sheet } from '~/ui/overlay/sheet';
import { DataTable } from '~/ui/table/data-table';
import type { Column } from '~/ui/table/table';
import { useLocalTableState } from '~/ui/table/use-table-state';
import { fetchLedgerPage, LEDGER_PAGE_SIZE } from './ledger-page';

const count = (tokens: number | null) => (tokens === null ? '' : formatCount(tokens));

function whenColumn(timeZone: string): Column<LedgerItem> {
  const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return {
    key: 'when',
    header: 'When',
    isTitle: true,
    className: 'num whitespace-nowrap',
    cell: ({ occurredAt }) => <time dateTime={occurredAt}>{when.format(new Date(occurredAt))}</time>,
  };
}

const COLUMNS: readonly Column<LedgerItem>[] = [
  {
    key: 'reason',
    header: 'What',
    cell: ({ reason, isOpen }) => (
      <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
        {reason}
        {isOpen ? <Badge tone="warn">OPEN HOLD</Badge> : null}
      </span>
    ),
  },
  { key: 'model', header: 'Model', cell: ({ model }) => model ?? '' },
  { key: 'in', header: 'In', isNumber: true, cell: ({ inputTokens }) => count(inputTokens) },
  { key: 'out', header: 'Out', isNumber: true, cell: ({ outputTokens }) => count(outputTokens) },
  {
    key: 'cost',
    header: 'Cost',
    isNumber: true,
    cell: ({ costCents }) => <Money use="change" microUsd={microUsdFromCents(-costCents)} />,
  },
  {
    key: 'balance',
    header: 'Balance',
    isNumber: true,
    cell: ({ balanceAfterCents }) => <Money use="exact" microUsd={microUsdFromCents(balanceAfterCents)} />,
  },
];

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; timezone: string };

export default function LedgerSheet({ isOpen, onOpenChange, timezone }: Props) {
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Ledger"
      description={`Everything that came in, was set aside and went out, newest first. Times are in ${timezone}.`}
      size="l"
      isForReading
    >
      <LedgerTable timezone={timezone} />
    </Sheet>
  );
}

function LedgerTable({ timezone }: { timezone: string }) {
  const columns = useMemo(() => [whenColumn(timezone), ...COLUMNS], [timezone]);
  const table = useLocalTableState({ pageSizes: [LEDGER_PAGE_SIZE] });
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
        setProblem(error instanceof Error ? error.message : 'The ledger could not be loaded.');
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
        <EmptyState title="Nothing yet">Credits, sends and what they cost will be listed here.</EmptyState>
      }
    />
  );
}
