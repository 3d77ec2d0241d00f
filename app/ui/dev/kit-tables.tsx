import { Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../button';
import { StateTag, type State } from '../badge';
import { EmptyState } from '../empty-state';
import { Select } from '../form/select';
import { TextField } from '../form/text-field';
import { formatCount } from '../format-count';
import { Money } from '../money';
import { showToast } from '../overlay/toast';
import { Section, Toolbar } from '../page/section';
import { RelativeTime } from '../relative-time';
import { DataTable } from '../table/data-table';
import type { DataColumn } from '../table/use-data-table';
import { useLocalTableState, useTableState } from '../table/use-table-state';

type Run = { id: string; name: string; state: State; tokens: number; microUsd: number; at: string };

const STATES: readonly State[] = ['good', 'running', 'waiting', 'edited', 'failed', 'off'];
const MANY = 50_000;

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
  { key: 'state', header: 'State', cell: ({ state }) => <StateTag state={state} /> },
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
  const { q = '', state } = table.filters;
  const shown = useMemo(
    () => runs.filter((run) => run.name.includes(q) && (state === undefined || run.state === state)),
    [runs, q, state],
  );
  return (
    <>
      <Toolbar label="Filters" end={<Button>Export</Button>}>
        <TextField
          label="Search"
          type="search"
          value={q}
          onChange={(event) => table.change({ filters: { q: event.currentTarget.value } })}
        />
        <Select
          label="State"
          value={state ?? ''}
          onChange={(event) => table.change({ filters: { state: event.currentTarget.value } })}
        >
          <option value="">All</option>
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
      <Section title="50,000 rows">
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
