import { KeyFilter } from '~/features/billing';
import { BarList } from '~/ui/chart/bar-list';
import { ButtonLink } from '~/ui/button-link';
import { Chart } from '~/ui/chart/chart';
import { EmptyState } from '~/ui/empty-state';
import { formatCount } from '~/ui/format-count';
import { formatExact, formatSpent } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { Section } from '~/ui/page/section';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { DateTime } from '~/ui/relative-time';
import { Table } from '~/ui/table/table';
import { CategoryBreakdown } from './category-breakdown';
import { formatUsdAxis } from './format-usd-axis';
import { PERIOD_TEXTS } from './period-texts';
import type { readAnalytics } from './read-analytics.server';

type Props = Awaited<ReturnType<typeof readAnalytics>>;

/** A chart over time of one or two points says no more than their figures. */
const MIN_POINTS = 3;

const hasEnough = (values: readonly number[]): boolean =>
  values.filter((value) => value > 0).length >= MIN_POINTS;

export function AnalyticsPage(props: Props) {
  const { range, sums, reused, time, models, modelCount, kinds, keys, keyChoices, apiKey } = props;
  const words = PERIOD_TEXTS[range];
  const filter = <KeyFilter keys={keyChoices} apiKey={apiKey} className="mb-5" />;
  if (sums.requests === 0 && sums.notCharged === 0) {
    return (
      <>
        {apiKey === null ? null : filter}
        <EmptyState title={words.empty} action={<ButtonLink to="/ai">Write a prompt</ButtonLink>}>
          Spending by {words.slot}, model and category will be shown here.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {filter}
      <StatGrid label="What was paid, and what was not">
        <StatTile
          label="Spent"
          value={<Money use="spent" microUsd={sums.costMicroUsd} />}
          note={`${formatCount(sums.inputTokens)} tokens in, ${formatCount(sums.outputTokens)} out`}
        />
        <StatTile
          label="Free requests"
          value={formatCount(sums.freeRequests)}
          note={
            sums.freeRequests === 0
              ? 'none in this period'
              : `would have cost ${formatSpent(sums.freeValueMicroUsd)}`
          }
        />
        <StatTile
          label="Saved by prompt caching"
          value={<Money use="balance" microUsd={sums.cacheSavedMicroUsd} />}
          note="lower rates for input that providers had cached"
        />
        {reused === null ? null : (
          <StatTile
            label="Saved by reused replies"
            value={<Money use="balance" microUsd={reused.savedMicroUsd} />}
            note={
              reused.replies === 1
                ? '1 reply in batch runs'
                : `${formatCount(reused.replies)} replies in batch runs`
            }
          />
        )}
      </StatGrid>
      <div className="mt-10 grid gap-10 lg:grid-cols-2">
        {hasEnough(time.cost) ? (
          <Chart
            kind="bar"
            title="Spend over time"
            unit={`US dollars by ${words.slot}`}
            pointsLabel={words.Slot}
            points={time.points}
            series={[{ key: 'cost', label: 'Spend', values: time.cost }]}
            format={formatExact}
            formatAxis={formatUsdAxis}
          />
        ) : null}
        {hasEnough(time.requests) ? (
          <Chart
            kind="line"
            title="Requests over time"
            unit={`Requests by ${words.slot}`}
            pointsLabel={words.Slot}
            points={time.points}
            series={[{ key: 'requests', label: 'Requests', values: time.requests }]}
            format={formatCount}
          />
        ) : null}
        <BarList
          title="Spend by model"
          unit={
            modelCount > models.length
              ? `US dollars, the first ${formatCount(models.length)} of ${formatCount(modelCount)} models`
              : 'US dollars'
          }
          pointsLabel="Model"
          bars={models.map(({ key, name, costMicroUsd }) => ({ key, label: name, value: costMicroUsd }))}
          format={formatExact}
        />
        <CategoryBreakdown kinds={kinds} />
        {keys.length === 0 || apiKey !== null ? null : (
          <BarList
            title="Spend by API key"
            unit="US dollars"
            pointsLabel="API key"
            bars={keys.map(({ id, name, costMicroUsd }) => ({ key: id, label: name, value: costMicroUsd }))}
            format={formatExact}
          />
        )}
      </div>
      <Uncharged {...props} />
    </>
  );
}

type Failed = Props['failed'][number];

function Uncharged({ failed, sums, timeZone }: Props) {
  if (failed.length === 0) return null;
  return (
    <Section
      title="Not charged"
      lead={`${formatCount(sums.notCharged)} ${sums.notCharged === 1 ? 'request' : 'requests'} in this period failed and cost you nothing${sums.notCharged > failed.length ? `. These are the latest ${formatCount(failed.length)}` : ''}.`}
    >
      <Table
        caption="Requests that were not charged"
        rows={failed}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'when',
            header: 'When',
            cardSlot: 3,
            cell: ({ at }) => <DateTime at={at} timeZone={timeZone} />,
          },
          { key: 'model', header: 'Model', cardSlot: 2, cell: ({ modelName }) => modelName },
          ...(failed.some(({ keyName }) => keyName !== null)
            ? [{ key: 'key', header: 'API key', cell: ({ keyName }: Failed) => keyName ?? '' }]
            : []),
          { key: 'why', header: 'Why', cardSlot: 1, className: 'md:w-2/3', cell: ({ reason }) => reason },
        ]}
      />
    </Section>
  );
}
