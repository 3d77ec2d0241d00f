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

export function KitCharts() {
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
        slices={SERIES.map(({ key, label }, index) => ({ key, label, value: 5.2 / (index + 1) }))}
        format={(value) => `$${value.toFixed(2)}`}
      />
    </div>
  );
}
