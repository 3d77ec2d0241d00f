import { useMemo } from 'react';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { formatCount } from '~/ui/format-count';
import { microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { PageFrame } from '~/ui/page/page-frame';
import { Section } from '~/ui/page/section';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { DateTime } from '~/ui/relative-time';
import { SegmentedLinks } from '~/ui/segmented-links';
import { DataTable } from '~/ui/table/data-table';
import { useTableState } from '~/ui/table/use-table-state';
import type { readUsage } from './read-usage.server';
import { KeyFilter } from './key-filter';
import { ledgerColumns } from './ledger-columns';
import { USAGE_RANGES, type UsageRange } from './schema';

type Props = Awaited<ReturnType<typeof readUsage>>;

const RANGES = Object.keys(USAGE_RANGES) as UsageRange[];
const EMPTY_TITLES: Record<UsageRange, string> = {
  '1d': 'Nothing used today',
  '7d': 'Nothing used in the last 7 days',
  '30d': 'Nothing used in the last 30 days',
};

export function UsagePage({ range, startsAt, timeZone, totals, ledger, keys, apiKey }: Props) {
  const columns = useMemo(() => ledgerColumns(timeZone), [timeZone]);
  const table = useTableState({ pageSizes: [ledger.pageSize] });
  return (
    <PageFrame
      title="Usage"
      lead={
        <>
          Requests, tokens and cost since <DateTime at={startsAt} timeZone={timeZone} isDay />. Times are in{' '}
          {timeZone}.
        </>
      }
      actions={
        <>
          <SegmentedLinks
            label="Period"
            links={RANGES.map((each) => ({
              to: `?range=${each}${apiKey === null ? '' : `&apiKey=${apiKey}`}`,
              label: each,
              isCurrent: each === range,
            }))}
          />
          <ButtonLink to="/top-up" variant="primary" className="min-h-11 sm:min-h-8.5">
            Top up
          </ButtonLink>
        </>
      }
    >
      <KeyFilter keys={keys} apiKey={apiKey} className="mb-5" />
      <StatGrid label="Totals">
        <StatTile label="Requests" value={formatCount(totals.totalRequests)} />
        <StatTile label="Input tokens" value={formatCount(totals.totalInputTokens)} />
        <StatTile label="Output tokens" value={formatCount(totals.totalOutputTokens)} />
        <StatTile
          label="Cost"
          value={<Money use="spent" microUsd={microUsdFromCents(totals.totalCostCents)} />}
        />
      </StatGrid>
      <Section
        title="Ledger"
        lead="Credits, holds and charges, newest first. History shows how each amount came about."
        actions={
          <ButtonLink to="/dashboard/history" size="s">
            Filter and export
          </ButtonLink>
        }
      >
        <DataTable
          caption="Ledger entries"
          noun="entries"
          table={table}
          columns={columns}
          rows={ledger.items}
          rowKey={({ id }) => id}
          total={ledger.total}
          empty={
            <EmptyState title={EMPTY_TITLES[range]} action={<ButtonLink to="/ai">Write a prompt</ButtonLink>}>
              Each request will be listed here with its tokens and what it cost.
            </EmptyState>
          }
        />
      </Section>
    </PageFrame>
  );
}
