import { Link, useNavigate } from '@remix-run/react';
import { useMemo, useState } from 'react';
import { StateBadge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { formatCount } from '~/ui/format-count';
import { formatDateTime } from '~/ui/format-date';
import { Money } from '~/ui/money';
import { PageFrame } from '~/ui/page/page-frame';
import { Toolbar } from '~/ui/page/section';
import { RelativeTime } from '~/ui/relative-time';
import { SegmentedLinks } from '~/ui/segmented-links';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import { useTableState } from '~/ui/table/use-table-state';
import type { listRunsPage } from '../runs/list-runs.server';
import { RUNS_TABLE } from '../runs/runs-table';
import type { RunView } from '../runs/responses';
import { describeStatus } from './run-labels';

type Props = Awaited<ReturnType<typeof listRunsPage>>;

const FILTERS = [
  [null, 'All'],
  ['running', 'Running'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
] as const;

/** The user's runs, newest first unless sorted; two can be selected for comparison. */
export function RunsPage({ runs, timeZone, now }: Props) {
  const table = useTableState(RUNS_TABLE);
  const navigate = useNavigate();
  const columns = useMemo(() => runColumns({ now, timeZone }), [now, timeZone]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [a, b] = oldestFirst(selected, runs.items);
  const status = table.filters.status ?? null;
  return (
    <PageFrame
      title="Runs"
      lead="Your runs. Select two to compare their replies."
      actions={<ButtonLink to="/baiql">Back to Editor</ButtonLink>}
    >
      <Toolbar label="Filter">
        <SegmentedLinks
          label="Status"
          links={FILTERS.map(([value, label]) => ({
            to: table.hrefFor?.({ filters: { status: value } }) ?? '',
            label,
            isCurrent: status === value,
          }))}
        />
      </Toolbar>
      <DataTable
        caption="Runs"
        noun="runs"
        table={table}
        columns={columns}
        rows={runs.items}
        rowKey={({ executionId }) => executionId}
        rowName={({ scriptName, createdAt }) =>
          `${scriptName}, ${formatDateTime(new Date(createdAt), timeZone)}`
        }
        next={runs.next}
        selection={{
          selected,
          onChange: setSelected,
          actions: (
            <Button
              variant="primary"
              disabled={selected.size !== 2}
              onClick={() => navigate(`/baiql/runs/compare?a=${a ?? ''}&b=${b ?? ''}`)}
            >
              {selected.size === 2 ? 'Compare' : 'Select two to compare'}
            </Button>
          ),
        }}
        empty={
          <EmptyState
            title="No runs yet"
            action={
              <ButtonLink to="/baiql" variant="primary">
                Open the editor
              </ButtonLink>
            }
          >
            Execute a script, and its run is listed here with its progress, replies and files.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}

/** Order for the comparison, independent of the order of selection. A run from another page comes last. */
const oldestFirst = (selected: ReadonlySet<string>, runs: readonly RunView[]): string[] => [
  ...runs
    .filter(({ executionId }) => selected.has(executionId))
    .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
    .map(({ executionId }) => executionId),
  ...[...selected].filter((id) => runs.every(({ executionId }) => executionId !== id)),
];

function runColumns({ now, timeZone }: Pick<Props, 'now' | 'timeZone'>): readonly DataColumn<RunView>[] {
  return [
    {
      key: 'script',
      header: 'Script',
      isTitle: true,
      cell: ({ executionId, scriptName }) => (
        <Link to={`/baiql/exec/${executionId}`} className="wrap-anywhere">
          <bdi>{scriptName}</bdi>
        </Link>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      sort: true,
      cell: (run) => {
        const { state, word } = describeStatus(run);
        return <StateBadge state={state}>{word}</StateBadge>;
      },
    },
    { key: 'type', header: 'Batch Type', isSecondary: true, cell: ({ batchType }) => batchType ?? '–' },
    {
      key: 'transactions',
      header: 'Transactions',
      isNumber: true,
      cell: ({ current, total, failed }) => (
        <span>
          {current === total ? formatCount(total) : `${formatCount(current)} / ${formatCount(total)}`}
          {failed > 0 ? <span className="text-bad"> · {formatCount(failed)} failed</span> : null}
        </span>
      ),
    },
    {
      key: 'edited',
      header: 'Edited',
      isNumber: true,
      isSecondary: true,
      cell: ({ edited }) => (edited === 0 ? '–' : formatCount(edited)),
    },
    {
      key: 'cost',
      header: 'Cost',
      isNumber: true,
      sort: true,
      cell: ({ costMicroUsd }) =>
        costMicroUsd === null ? 'Unknown' : <Money use="estimate" charged={costMicroUsd} />,
    },
    {
      key: 'started',
      header: 'Started',
      sort: true,
      cell: ({ startedAt, createdAt }) => (
        <RelativeTime at={startedAt ?? createdAt} now={now} timeZone={timeZone} />
      ),
    },
  ];
}
