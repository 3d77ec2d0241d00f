import { ButtonLink } from '~/ui/button-link';
import { Chart } from '~/ui/chart/chart';
import { EmptyState } from '~/ui/empty-state';
import { formatBalance, formatExact, formatSpent, microUsdFromCents } from '~/ui/format-money';
import { formatCount } from '~/ui/format-count';
import { Money } from '~/ui/money';
import { Notice } from '~/ui/notice';
import { Section } from '~/ui/page/section';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { Table } from '~/ui/table/table';
import { formatUsdAxis } from './format-usd-axis';
import type { readOverview } from './read-overview.server';
import { describeChange, describeRunway, describeFreeRequests } from './overview-texts';
import { PERIOD_TEXTS } from './period-texts';

type Props = Awaited<ReturnType<typeof readOverview>>;

export function OverviewPage(props: Props) {
  const { range, spend, models, modelCount, sums, debtCents } = props;
  const words = PERIOD_TEXTS[range];
  return (
    <>
      {debtCents > 0 ? (
        <Notice tone="warn" className="mb-6" title={`You owe ${formatBalance(microUsdFromCents(debtCents))}`}>
          A payment was refunded or disputed after its credit was spent. Requests wait until it is paid; your
          next top-up pays it first.
        </Notice>
      ) : null}
      <Tiles {...props} />
      {sums.requests === 0 ? (
        <EmptyState
          className="mt-6"
          title={words.empty}
          action={<ButtonLink to="/ai">Write a prompt</ButtonLink>}
        >
          What each request costs will be shown here, by {words.slot} and by model.
        </EmptyState>
      ) : (
        <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Chart
            kind="bar"
            title={`Spend by ${words.slot}`}
            unit="US dollars"
            pointsLabel={words.Slot}
            points={spend.points}
            series={[{ key: 'spend', label: 'Spend', values: spend.values }]}
            format={formatExact}
            formatAxis={formatUsdAxis}
          />
          <div>
            <Section
              title="Models"
              lead={
                modelCount > models.length
                  ? `The ${String(models.length)} that cost the most, of ${formatCount(modelCount)}.`
                  : undefined
              }
            >
              <Table
                caption="Models, by what was spent on them"
                rows={models}
                rowKey={({ name }) => name}
                columns={[
                  {
                    key: 'model',
                    header: 'Model',
                    cardSlot: 1,
                    className: 'font-medium',
                    cell: ({ name }) => name,
                  },
                  {
                    key: 'requests',
                    header: 'Requests',
                    isNumber: true,
                    cardSlot: 3,
                    cell: ({ requests }) => (
                      <>
                        {formatCount(requests)}
                        <span className="md:hidden"> {requests === 1 ? 'request' : 'requests'}</span>
                      </>
                    ),
                  },
                  {
                    key: 'cost',
                    header: 'Cost',
                    isNumber: true,
                    cardSlot: 2,
                    cell: ({ costMicroUsd }) => <Money use="exact" microUsd={costMicroUsd} />,
                  },
                ]}
              />
            </Section>
          </div>
        </div>
      )}
    </>
  );
}

function Tiles(props: Props) {
  const { balanceMicroUsd, heldMicroUsd, spentTodayMicroUsd, dailyCapCents, sums, range } = props;
  return (
    <StatGrid label="Balance and usage">
      <StatTile
        label="Balance"
        value={<Money use="balance" microUsd={balanceMicroUsd} />}
        note={heldMicroUsd > 0 ? `${formatSpent(heldMicroUsd)} more is on hold` : describeRunway(props)}
      />
      {/* Today in one's own timezone is the tile beside it. */}
      {range === '1d' && dailyCapCents === null ? null : (
        <StatTile
          label={range === '1d' ? 'Toward your daily limit' : 'Spent today'}
          value={<Money use="spent" microUsd={spentTodayMicroUsd} />}
          note={
            dailyCapCents === null
              ? 'since midnight UTC'
              : `of your ${formatBalance(microUsdFromCents(dailyCapCents))} limit, since midnight UTC`
          }
        />
      )}
      <StatTile
        label={`Spent, ${PERIOD_TEXTS[range].label}`}
        value={<Money use="spent" microUsd={sums.costMicroUsd} />}
        note={describeChange(props)}
        to={`/dashboard/analytics?range=${range}`}
      />
      <StatTile
        label="Requests"
        value={formatCount(sums.requests)}
        note={describeFreeRequests(sums)}
        to="/dashboard/history"
      />
    </StatGrid>
  );
}
