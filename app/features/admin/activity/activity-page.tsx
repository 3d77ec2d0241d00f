import { Link, useSearchParams } from '@remix-run/react';
import { StateBadge, type State } from '~/ui/badge';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { FilterForm } from '~/ui/form/filter-form';
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

interface ListView {
  what: string;
  detail: string;
  hasStatus?: boolean;
  hasCost?: boolean;
  filters: readonly FilterName[];
  empty: { title: string; line: string; action: { to: string; label: string } };
}

/** Column headers, filters and empty state of each list. */
const LIST_VIEWS: Readonly<Record<ActivityList, ListView>> = {
  requests: {
    what: 'Model',
    detail: 'Tokens',
    hasCost: true,
    filters: ['days', 'payer'],
    empty: {
      title: 'No requests yet',
      line: 'Each request is listed here with its model, its tokens and what it cost.',
      action: { to: '/ai', label: 'Send a request' },
    },
  },
  uncharged: {
    what: 'Model',
    detail: 'What went wrong',
    filters: ['days', 'provider'],
    empty: {
      title: 'No failed requests',
      line: 'Requests that fail cost nothing, and are listed here with the reason.',
      action: { to: '/admin/health', label: 'Check Health' },
    },
  },
  generated: {
    what: 'Category',
    detail: 'Topic',
    filters: ['category'],
    empty: {
      title: 'No generated prompts yet',
      line: 'Prompts that people copy from the prompt generator are listed here by category.',
      action: { to: '/prompt-generator', label: 'Open Prompt Generator' },
    },
  },
  saved: {
    what: 'Category',
    detail: 'Title, if public',
    hasStatus: true,
    filters: ['category'],
    empty: {
      title: 'No saved prompts yet',
      line: 'Prompts that people save are listed here. Titles stay hidden until they’re public.',
      action: { to: '/prompt-generator', label: 'Open Prompt Generator' },
    },
  },
  runs: {
    what: 'Progress',
    detail: 'Details',
    hasStatus: true,
    hasCost: true,
    filters: ['status'],
    empty: {
      title: 'No runs yet',
      line: 'Each BAIQL run is listed here with its progress and what it cost.',
      action: { to: '/baiql', label: 'Open BAIQL' },
    },
  },
};

/** Lists of all users' activity, newest first. The figures of the overview link here. */
export function ActivityPage(props: Props) {
  const { list, rows, next, timeZone } = props;
  const table = useTableState(ACTIVITY_TABLE);
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
      <Filters {...props} />
      <DataTable
        caption={`${ACTIVITY_LISTS[list]}, newest first`}
        noun="entries"
        table={table}
        columns={columnsOf(list, timeZone)}
        rows={rows}
        rowKey={({ place }) => place}
        next={next}
        empty={<Empty list={list} />}
      />
    </AdminFrame>
  );
}

type FilterName = keyof Props['filters'];
type Choice = readonly [value: string, label: string];

/** The options of each filter; the first means no filter. */
function choicesOf({
  categories,
  providers,
  filters,
}: Props): Record<FilterName, { label: string; choices: Choice[] }> {
  const known = providers.some(({ key }) => key === filters.provider);
  return {
    days: {
      label: 'Period',
      choices: [
        ['', 'Any time'],
        ['1', 'Last 24 hours'],
        ['7', 'Last 7 days'],
      ],
    },
    payer: {
      label: 'Requests',
      choices: [
        ['', 'Free and paid'],
        ['free', 'Free only'],
      ],
    },
    provider: {
      label: 'Provider',
      choices: [
        ['', 'All providers'],
        ...providers.map(({ key, name }): Choice => [key, name]),
        // A removed provider may still have failed requests.
        ...(filters.provider === undefined || known ? [] : [[filters.provider, filters.provider] as const]),
      ],
    },
    category: {
      label: 'Category',
      choices: [['', 'All categories'], ...categories.map(({ id, name }): Choice => [String(id), name])],
    },
    status: {
      label: 'Status',
      choices: [['', 'All'], ...ACTIVITY_RUN_STATUSES.map((each): Choice => [each, STATES[each].word])],
    },
  };
}

function Filters(props: Props) {
  const { list, filters } = props;
  const [params] = useSearchParams();
  const choices = choicesOf(props);
  return (
    <FilterForm
      query={params.toString()}
      aria-label="Filter the list"
      className="mb-4 flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="list" value={list} />
      {LIST_VIEWS[list].filters.map((name) => (
        <Select
          key={name}
          name={name}
          label={choices[name].label}
          defaultValue={filters[name] ?? ''}
          className="w-full sm:w-60"
        >
          {choices[name].choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      ))}
      <Button type="submit" className="min-h-11 sm:min-h-9">
        Filter
      </Button>
    </FilterForm>
  );
}

/** Shown if there is nothing at all; DataTable has its own message if filters match nothing. */
function Empty({ list }: { list: ActivityList }) {
  const { title, line, action } = LIST_VIEWS[list].empty;
  return (
    <EmptyState title={title} action={<ButtonLink to={action.to}>{action.label}</ButtonLink>}>
      {line}
    </EmptyState>
  );
}

function columnsOf(list: ActivityList, timeZone: string): readonly DataColumn<ActivityRow>[] {
  const { what, detail, hasStatus = false, hasCost = false } = LIST_VIEWS[list];
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
              row.status && (
                <StateBadge state={STATES[row.status].state}>{STATES[row.status].word}</StateBadge>
              ),
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
