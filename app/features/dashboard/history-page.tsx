import { useMemo } from 'react';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { formatDateTime } from '~/ui/format-date';
import { ledgerColumns } from '~/features/billing';
import { DataTable } from '~/ui/table/data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { ChargeDetails } from './charge-details';
import { ExportHistory } from './export-history';
import { HISTORY_TABLE, HistoryFilters } from './history-filters';
import type { readHistory } from './read-history.server';

type Props = Awaited<ReturnType<typeof readHistory>>;

/** The ledger with filters; each line expands to its calculation. */
export function HistoryPage({ history, models, keys, today, timeZone, preferredFormat, isFreePlan }: Props) {
  const columns = useMemo(() => ledgerColumns(timeZone), [timeZone]);
  const table = useTableState(HISTORY_TABLE);
  const place = history.total === null ? { next: history.next } : { total: history.total };
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-70">
          <HistoryFilters table={table} models={models} keys={keys} today={today} timeZone={timeZone} />
        </div>
        <ExportHistory filters={table.filters} preferred={preferredFormat} isFreePlan={isFreePlan} />
      </div>
      <DataTable
        caption="History"
        noun="entries"
        table={table}
        columns={columns}
        rows={history.items}
        rowKey={({ id }) => id}
        rowName={({ reason, modelName, occurredAt }) =>
          [reason, modelName, formatDateTime(new Date(occurredAt), timeZone)].filter(Boolean).join(', ')
        }
        details={(line) => <ChargeDetails line={line} />}
        {...place}
        empty={
          <EmptyState title="Nothing here yet" action={<ButtonLink to="/ai">Write a prompt</ButtonLink>}>
            Each request and each credit will be listed here, with a breakdown of its amount.
          </EmptyState>
        }
      />
    </>
  );
}
