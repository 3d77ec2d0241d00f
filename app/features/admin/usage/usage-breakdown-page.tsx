import { EmptyState } from '~/ui/empty-state';
import { formatCount } from '~/ui/format-count';
import { microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { Toolbar } from '~/ui/page/section';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { DateTime } from '~/ui/relative-time';
import { SegmentedLinks } from '~/ui/segmented-links';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { AdminFrame } from '../admin-frame';
import { ModelTitle } from '../prices/price-columns';
import { UserPicker } from '../user-picker';
import type { readUsageBreakdownPage } from './read-breakdown.server';
import { BREAKDOWN_DAYS, type BreakdownRange } from './schema';

type Props = Awaited<ReturnType<typeof readUsageBreakdownPage>>;
type Item = NonNullable<Props['breakdown']>['items'][number];

const RANGES = Object.keys(BREAKDOWN_DAYS) as BreakdownRange[];
const SORTABLE = ['requests', 'input', 'output', 'total', 'cost'];

export function UsageBreakdownPage({ user, asked, range, since, timeZone, breakdown }: Props) {
  const table = useTableState({ pageSizes: [25], sortable: SORTABLE });
  const address = (each: BreakdownRange) =>
    `?${new URLSearchParams({ ...(asked === '' ? {} : { user: asked }), range: each }).toString()}`;
  return (
    <AdminFrame title="Usage & Tokens" lead="What one user has used in a period, by model.">
      <Toolbar
        label="Filter"
        end={
          <SegmentedLinks
            label="Period"
            links={RANGES.map((each) => ({ to: address(each), label: each, isCurrent: each === range }))}
          />
        }
      >
        <UserPicker user={user} asked={asked} />
      </Toolbar>
      {user === null || breakdown === null ? (
        <EmptyState title="Select a user">
          Enter a name or an email address to see requests, tokens and cost by model.
        </EmptyState>
      ) : (
        <>
          <p className="mb-3 text-s text-ink-3 wrap-anywhere">
            {user.name === '' ? user.email : `${user.name}, ${user.email}`}: since{' '}
            <DateTime at={since} timeZone={timeZone} />
          </p>
          <StatGrid label="Totals">
            <StatTile label="Requests" value={formatCount(breakdown.totals.requests)} />
            <StatTile label="Input tokens" value={formatCount(breakdown.totals.inputTokens)} />
            <StatTile label="Output tokens" value={formatCount(breakdown.totals.outputTokens)} />
            <StatTile
              label="Cost"
              value={<Money use="exact" microUsd={microUsdFromCents(breakdown.totals.costCents)} />}
            />
          </StatGrid>
          <div className="mt-6">
            <DataTable
              caption={`Usage of ${user.email} by model`}
              noun="models"
              table={table}
              columns={COLUMNS}
              rows={breakdown.items}
              rowKey={({ provider, model }) => `${provider}/${model}`}
              empty={
                <EmptyState title="Nothing used in this period">
                  {range === RANGES.at(-1) ? null : 'Select a longer period.'}
                </EmptyState>
              }
            />
          </div>
        </>
      )}
    </AdminFrame>
  );
}

const COLUMNS: readonly DataColumn<Item>[] = [
  {
    key: 'model',
    header: 'Model',
    isTitle: true,
    className: 'md:w-full',
    cell: (item) => <ModelTitle {...item} />,
  },
  {
    key: 'requests',
    header: 'Requests',
    isNumber: true,
    sort: ({ requests }) => requests,
    cell: ({ requests }) => formatCount(requests),
  },
  {
    key: 'input',
    header: 'Input tokens',
    isNumber: true,
    sort: ({ inputTokens }) => inputTokens,
    cell: ({ inputTokens }) => formatCount(inputTokens),
  },
  {
    key: 'output',
    header: 'Output tokens',
    isNumber: true,
    sort: ({ outputTokens }) => outputTokens,
    cell: ({ outputTokens }) => formatCount(outputTokens),
  },
  {
    key: 'total',
    header: 'Total tokens',
    isNumber: true,
    isSecondary: true,
    sort: ({ totalTokens }) => totalTokens,
    cell: ({ totalTokens }) => formatCount(totalTokens),
  },
  {
    key: 'cost',
    header: 'Cost',
    isNumber: true,
    sort: (item) => item.costCents,
    cell: (item) => <Money use="exact" microUsd={microUsdFromCents(item.costCents)} />,
  },
];
