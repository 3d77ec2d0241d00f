import { BarList } from '../chart/bar-list';
import { Chart } from '../chart/chart';
import { Donut } from '../chart/donut';
import { formatCount } from '../format-count';

const DAYS = Array.from({ length: 14 }, (_, index) => `Nov ${String(index + 8)}`);
const wave = (seed: number) =>
  DAYS.map((_, index) => Math.round(900 + 700 * Math.sin(index * 0.7 + seed) + index * 60 * seed));

const SERIES = ['GPT-4o-mini', 'Gemini 2.5 Flash', 'Claude', 'Perplexity'].map((label, index) => ({
  key: label,
  label,
  values: wave(index + 1),
}));

const NOTHING = [{ key: 'sent', label: 'Sent', values: DAYS.slice(0, 5).map(() => null) }];

const inDollars = (value: number) => `$${value.toFixed(2)}`;

export function KitCharts() {
  const slices = SERIES.map(({ key, label }, index) => ({ key, label, value: 5.2 / (index + 1) }));
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <Chart
        kind="line"
        title="Requests"
        unit="A day"
        points={DAYS}
        series={SERIES.slice(0, 3)}
        format={formatCount}
      />
      <Chart
        kind="stacked"
        title="Tokens"
        unit="Thousands a day"
        points={DAYS}
        series={SERIES}
        format={formatCount}
      />
      <Chart
        kind="bar"
        title="Costs"
        unit="Cents a day"
        points={DAYS.slice(0, 5)}
        series={SERIES.slice(0, 2)}
        format={(value) => `${String(value)}¢`}
      />
      <Donut
        title="Spending by model"
        unit="US dollars"
        pointsLabel="Model"
        total="$12.40"
        slices={slices}
        format={inDollars}
      />
      <BarList title="Spending by account" unit="US dollars" bars={slices} format={inDollars} />
      <Chart kind="line" title="No days yet" unit="A day" points={[]} series={[]} />
      <Chart
        kind="bar"
        title="Days without figures"
        unit="A day"
        points={DAYS.slice(0, 5)}
        series={NOTHING}
      />
      <Donut title="Nothing spent yet" unit="US dollars" slices={[]} format={inDollars} />
      <BarList title="No accounts yet" unit="US dollars" bars={[]} format={inDollars} />
    </div>
  );
}
