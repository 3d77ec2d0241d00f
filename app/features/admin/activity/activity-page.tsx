import { Form, Link, useSearchParams } from '@remix-run/react';
import { StateTag, type State } from '~/ui/badge';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { Select } from '~/ui/form/select';
import { Money } from '~/ui/money';
import { Toolbar } from '~/ui/page/section';
import { DateTime } from '~/ui/relative-time';
import { SegmentedLinks } from '~/ui/segmented-links';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { AdminFrame } from '../admin-frame';
import type { ActivityRow, readActivityPage } from './list-activity.server';
import { ACTIVITY_LISTS, ACTIVITY_RUN_STATUSES, ACTIVITY_TABLE, type ActivityList } from './schema';

type Props = Awaited<ReturnType<typeof readActivityPage>>;

const STATES: Readonly<Record<NonNullable<ActivityRow['status']>, { state: State; word: string }>> = {
  queued: { state: 'waiting', word: 'Queued' },
  running: { state: 'running', word: 'Running' },
  completed: { state: 'good', word: 'Completed' },
  failed: { state: 'failed', word: 'Failed' },
  public: { state: 'good', word: 'Public' },
  private: { state: 'off', word: 'Private' },
  pending: { state: 'waiting', word: 'Pending moderation' },
};

/** What each list calls its columns, and whether it has states and costs. */
const SHAPES: Readonly<
  Record<
    ActivityList,
    { what: string; detail: string; hasStatus?: boolean; hasCost?: boolean; empty: string }
  >
> = {
  requests: { what: 'Model', detail: 'Tokens', hasCost: true, empty: 'Nobody has sent a request yet' },
  uncharged: { what: 'Model', detail: 'What went wrong', empty: 'No request has failed' },
  generated: { what: 'Category', detail: 'Topic', empty: 'Nobody has generated a prompt yet' },
  saved: {
    what: 'Category',
    detail: 'Title, if public',
    hasStatus: true,
    empty: 'Nobody has saved a prompt yet',
  },
  runs: {
    what: 'Progress',
    detail: 'Details',
    hasStatus: true,
    hasCost: true,
    empty: 'Nobody has started a run yet',
  },
};

/** What everybody does, the newest first. Every figure of the overview leads to one of these lists. */
export function ActivityPage({ list, rows, next, categories, category, status, timeZone }: Props) {
  const table = useTableState(ACTIVITY_TABLE);
  const [params] = useSearchParams();
  const hasCategories = list === 'generated' || list === 'saved';
  return (
    <AdminFrame
      title="Activity"
      lead="Who does what, and what it costs. Prompts, replies and private titles are never shown here."
    >
      <Toolbar label="Lists">
        <div className="max-w-full overflow-x-auto">
          <SegmentedLinks
            label="List"
            links={Object.entries(ACTIVITY_LISTS).map(([key, label]) => ({
              to: `?list=${key}`,
              label,
              isCurrent: key === list,
            }))}
          />
        </div>
      </Toolbar>
      {hasCategories || list === 'runs' ? (
        <Form
          key={params.toString()}
          method="get"
          role="search"
          aria-label="Filter the list"
          className="mb-4 flex flex-wrap items-end gap-3"
        >
          <input type="hidden" name="list" value={list} />
          {hasCategories ? (
            <Select name="category" label="Category" defaultValue={category ?? ''} className="w-full sm:w-60">
              <option value="">All categories</option>
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          ) : (
            <Select name="status" label="Status" defaultValue={status ?? ''} className="w-full sm:w-60">
              <option value="">All</option>
              {ACTIVITY_RUN_STATUSES.map((each) => (
                <option key={each} value={each}>
                  {STATES[each].word}
                </option>
              ))}
            </Select>
          )}
          <Button type="submit" className="min-h-11 sm:min-h-9">
            Filter
          </Button>
        </Form>
      ) : null}
      <DataTable
        caption={`${ACTIVITY_LISTS[list]}, newest first`}
        noun="entries"
        table={table}
        columns={columnsOf(list, timeZone)}
        rows={rows}
        rowKey={({ place }) => place}
        next={next}
        empty={<EmptyState title={SHAPES[list].empty} />}
      />
    </AdminFrame>
  );
}

function columnsOf(list: ActivityList, timeZone: string): readonly DataColumn<ActivityRow>[] {
  const { what, detail, hasStatus = false, hasCost = false } = SHAPES[list];
  return [
    {
      key: 'user',
      header: 'User',
      isTitle: true,
      cell: ({ user: { id, email } }) => (
        <Link to={`/admin/billing?user=${id}`} className="wrap-anywhere md:block md:min-w-52">
          {email}
        </Link>
      ),
    },
    { key: 'at', header: 'When', cell: ({ at }) => <DateTime at={at} timeZone={timeZone} /> },
    {
      key: 'what',
      header: what,
      cell: (row) => <span className="wrap-anywhere md:block md:min-w-36">{row.what}</span>,
    },
    {
      key: 'detail',
      header: detail,
      className: 'md:w-full',
      cell: (row) => <span className="wrap-anywhere text-ink-2">{row.detail === '' ? '–' : row.detail}</span>,
    },
    ...(hasStatus
      ? [
          {
            key: 'status',
            header: 'Status',
            cell: (row: ActivityRow) =>
              row.status && <StateTag state={STATES[row.status].state}>{STATES[row.status].word}</StateTag>,
          },
        ]
      : []),
    ...(hasCost
      ? [
          {
            key: 'cost',
            header: 'Cost',
            isNumber: true,
            cell: (row: ActivityRow) =>
              row.costMicroUsd === null ? '–' : <Money use="exact" microUsd={row.costMicroUsd} />,
          },
        ]
      : []),
  ];
}
