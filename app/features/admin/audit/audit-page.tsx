import { Download } from 'lucide-react';
import { useSearchParams } from '@remix-run/react';
import { ACTION_LABELS, AUDIT_TABLE, type AuditEventView, type AuditPageData } from '~/features/audit';
import { Button } from '~/ui/button';
import { buttonClasses } from '~/ui/button-variant';
import { CodeBlock } from '~/ui/code-block';
import { EmptyState } from '~/ui/empty-state';
import { FilterForm } from '~/ui/form/filter-form';
import { Select } from '~/ui/form/select';
import { TextField } from '~/ui/form/text-field';
import { formatDateTime } from '~/ui/format-date';
import { DateTime } from '~/ui/relative-time';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { AdminFrame } from '../admin-frame';

type Props = AuditPageData & { timeZone: string };

const labelOf = (action: string): string => ACTION_LABELS[action] ?? action;

export function AuditPage({ items, next, timeZone }: Props) {
  const table = useTableState(AUDIT_TABLE);
  const [params] = useSearchParams();
  const exported = new URLSearchParams(table.filters);
  return (
    <AdminFrame
      title="Audit log"
      lead="What was changed, by whom and when. Entries can’t be changed or deleted."
      actions={
        <a
          className={buttonClasses('secondary', 'm')}
          href={`/api/admin/audit/export?${exported.toString()}`}
        >
          <Download aria-hidden="true" className="size-4" />
          Export CSV
        </a>
      }
    >
      <FilterForm
        query={params.toString()}
        aria-label="Filter the audit log"
        className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
      >
        <Select
          name="action"
          label="Action"
          defaultValue={table.filters.action ?? ''}
          className="col-span-2 sm:w-40"
        >
          <option value="">All actions</option>
          {Object.entries(ACTION_LABELS).map(([action, label]) => (
            <option key={action} value={action}>
              {label}
            </option>
          ))}
        </Select>
        <TextField
          name="actor"
          label="By"
          placeholder="Email"
          defaultValue={table.filters.actor}
          className="sm:w-32"
        />
        <TextField
          name="subject"
          label="To"
          placeholder="Email or ID"
          defaultValue={table.filters.subject}
          className="sm:w-32"
        />
        <TextField
          type="date"
          name="from"
          label="From"
          defaultValue={table.filters.from}
          className="sm:w-36"
        />
        <TextField type="date" name="to" label="Until" defaultValue={table.filters.to} className="sm:w-36" />
        <Button type="submit" className="col-span-2 min-h-11 sm:min-h-9">
          Filter
        </Button>
      </FilterForm>
      <DataTable
        caption="Administrative actions, newest first"
        noun="events"
        table={table}
        columns={columnsOf(timeZone)}
        rows={items}
        rowKey={({ id }) => id}
        rowName={({ action, subject, at }) =>
          `${labelOf(action)}: ${subject}, ${formatDateTime(new Date(at), timeZone)}`
        }
        next={next}
        details={({ detail, id, address }) => (
          <CodeBlock
            title={`Event ${id}${address === null ? '' : `, from ${address}`}`}
            code={readable(detail)}
            wraps
          />
        )}
        empty={
          <EmptyState title="Nothing here yet">
            Changes to users, prices, models, content and money are listed here.
          </EmptyState>
        }
      />
    </AdminFrame>
  );
}

function columnsOf(timeZone: string): readonly DataColumn<AuditEventView>[] {
  return [
    {
      key: 'action',
      header: 'Action',
      isTitle: true,
      className: 'pr-10 md:pr-4',
      cell: ({ action }) => <span className="font-medium md:block md:min-w-36">{labelOf(action)}</span>,
    },
    { key: 'at', header: 'When', cell: ({ at }) => <DateTime at={at} timeZone={timeZone} /> },
    {
      key: 'subject',
      header: 'To',
      className: 'max-md:text-right md:w-full',
      cell: ({ subject, subjectEmail }) => <span className="wrap-anywhere">{subjectEmail ?? subject}</span>,
    },
    {
      key: 'actor',
      header: 'By',
      cell: ({ actorEmail }) => (
        <span className="wrap-anywhere text-ink-2 md:block md:min-w-44">{actorEmail}</span>
      ),
    },
  ];
}

/** Some of the oldest events have a sentence instead of JSON. */
function readable(detail: string): string {
  try {
    return JSON.stringify(JSON.parse(detail), null, 2);
  } catch {
    return detail;
  }
}
