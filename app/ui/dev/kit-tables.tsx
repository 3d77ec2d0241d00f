import { Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../button';
import { StateBadge, type State } from '../badge';
import { EmptyState } from '../empty-state';
import { Select } from '../form/select';
import { formatCount } from '../format-count';
import { Money } from '../money';
import { showToast } from '../overlay/toast';
import { Section, Toolbar } from '../page/section';
import { DateTime, RelativeTime } from '../relative-time';
import { DataTable } from '../table/data-table';
import { Table, type Column } from '../table/table';
import { KeysetPager } from '../table/table-pager';
import { TableSearch } from '../table/table-search';
import type { DataColumn } from '../table/use-data-table';
import { useLocalTableState, useTableState } from '../table/use-table-state';

type Run = { id: string; name: string; state: State; tokens: number; microUsd: number; at: string };

const STATES: readonly State[] = ['good', 'running', 'waiting', 'edited', 'failed', 'off'];
const MANY = 100_000;

const makeRuns = (count: number, now: string): Run[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `run-${String(index)}`,
    name: `Run ${String(index + 1)}`,
    state: STATES[index % STATES.length] ?? 'off',
    tokens: (index * 7919) % 100_003,
    microUsd: -((index * 104_729) % 2_000_003),
    at: new Date(Date.parse(now) - index * 3_600_000).toISOString(),
  }));

const columnsAt = (now: string): readonly DataColumn<Run>[] => [
  { key: 'name', header: 'Run', isTitle: true, cell: ({ name }) => name, sort: ({ name }) => name },
  { key: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  {
    key: 'at',
    header: 'Started',
    isSecondary: true,
    cell: ({ at }) => <RelativeTime at={at} now={now} timeZone="UTC" />,
    sort: ({ at }) => at,
  },
  {
    key: 'tokens',
    header: 'Tokens',
    isNumber: true,
    cell: ({ tokens }) => formatCount(tokens),
    sort: ({ tokens }) => tokens,
  },
  {
    key: 'cost',
    header: 'Cost',
    isNumber: true,
    cell: ({ microUsd }) => <Money use="change" microUsd={microUsd} />,
    sort: ({ microUsd }) => microUsd,
  },
];

/** The same for a long list, with two lines per row on a phone. */
const SHORT: readonly Column<Run>[] = [
  { key: 'name', header: 'Run', isTitle: true, cardSlot: 1, cell: ({ name }) => name },
  {
    key: 'cost',
    header: 'Cost',
    isNumber: true,
    cardSlot: 2,
    cell: ({ microUsd }) => <Money use="change" microUsd={microUsd} />,
  },
  { key: 'state', header: 'State', cardSlot: 3, cell: ({ state }) => <StateBadge state={state} /> },
  { key: 'at', header: 'Started', cardSlot: 4, cell: ({ at }) => <DateTime at={at} timeZone="UTC" /> },
];

export function KitTables({ now }: { now: string }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => columnsAt(now), [now]);
  const runs = useMemo(() => makeRuns(60, now), [now]);
  const many = useMemo(() => makeRuns(MANY, now), [now]);
  const table = useTableState({
    sortable: columns.map(({ key }) => key),
    filters: ['q', 'state'],
    pageSizes: [5, 10, 25],
  });
  const local = useLocalTableState({ sortable: columns.map(({ key }) => key) });
  const keyset = useLocalTableState();
  const { q = '', state } = table.filters;
  const shown = useMemo(
    () => runs.filter((run) => run.name.includes(q) && (state === undefined || run.state === state)),
    [runs, q, state],
  );
  return (
    <>
      <Toolbar label="Filters" end={<Button>Export</Button>}>
        <TableSearch table={table} name="q" label="Search runs" placeholder="Name of a run" />
        <Select
          label="State"
          isLabelHidden
          value={state ?? ''}
          onChange={(event) => table.change({ filters: { state: event.currentTarget.value } })}
        >
          <option value="">All states</option>
          {STATES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </Toolbar>
      <DataTable
        caption="Runs"
        noun="runs"
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        table={table}
        empty={<EmptyState title="No runs yet">Runs are listed here.</EmptyState>}
        details={({ name }) => <p className="text-s text-ink-2">What {name} did, step by step.</p>}
        rowActions={({ name }) => [
          {
            key: 'rename',
            label: 'Rename',
            icon: <Pencil />,
            onAction: () => showToast('info', `Rename ${name}`),
          },
          'separator',
          {
            key: 'delete',
            label: 'Delete',
            icon: <Trash2 />,
            isDanger: true,
            onAction: () => showToast('success', `${name} deleted`),
          },
        ]}
        selection={{
          selected,
          onChange: setSelected,
          actions: (
            <Button variant="danger" onClick={() => setSelected(new Set())}>
              Delete
            </Button>
          ),
        }}
      />
      <Section title="100,000 rows">
        <DataTable
          caption="Very many runs"
          noun="many runs"
          columns={columns}
          rows={many}
          rowKey={({ id }) => id}
          table={local}
          height="320px"
          empty={null}
        />
      </Section>
      <Section title="A few rows as they are">
        <div className="grid items-start gap-10 lg:grid-cols-2">
          <Table caption="Three runs" columns={columns} rows={runs.slice(0, 3)} rowKey={({ id }) => id} />
          <div>
            <Table caption="Runs in short" columns={SHORT} rows={runs.slice(0, 3)} rowKey={({ id }) => id} />
            <KeysetPager table={keyset} noun="short runs" next={keyset.after === null ? 'run-3' : null} />
          </div>
        </div>
      </Section>
      <div className="mt-10 grid gap-10 lg:grid-cols-2">
        <DataTable
          caption="Loading"
          noun="things"
          columns={columns}
          rows={[]}
          rowKey={({ id }) => id}
          table={local}
          isLoading
          empty={null}
        />
        <div className="flex flex-col gap-4">
          <DataTable
            caption="Failed"
            noun="payments"
            columns={columns}
            rows={[]}
            rowKey={({ id }) => id}
            table={local}
            error={{
              message: 'The server did not answer.',
              onRetry: () => showToast('info', 'Trying again'),
            }}
            empty={null}
          />
          <DataTable
            caption="Empty"
            noun="payments"
            columns={columns}
            rows={[]}
            rowKey={({ id }) => id}
            table={local}
            empty={
              <EmptyState title="No payments yet" action={<Button>Add credit</Button>}>
                Payments are listed here.
              </EmptyState>
            }
          />
        </div>
      </div>
    </>
  );
}
