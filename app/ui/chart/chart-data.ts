export type Series = {
  key: string;
  label: string;
  /** Index of a palette color, if it carries meaning. Defaults to the series' position. */
  hue?: number;
  /** One per point; null if there is no value. */
  values: readonly (number | null)[];
};

export type ChartData = {
  /** Labels along the axis, in order: days, models. */
  points: readonly string[];
  series: readonly Series[];
};

export type Kind = 'line' | 'bar' | 'stacked';

/** Start and end of each segment of a stacked bar. Negative values stack downwards. */
export function stack({
  points,
  series,
}: ChartData): { key: string; spans: readonly (readonly [number, number])[] }[] {
  const above = points.map(() => 0);
  const below = points.map(() => 0);
  return series.map(({ key, values }) => ({
    key,
    spans: points.map((_, index) => {
      const value = values[index] ?? 0;
      const sums = value < 0 ? below : above;
      const begin = sums[index] ?? 0;
      sums[index] = begin + value;
      return [begin, begin + value] as const;
    }),
  }));
}

/** The domain of the value axis. It includes zero and is never empty. */
export function extentOf(data: ChartData, kind: Kind): [number, number] {
  const values =
    kind === 'stacked'
      ? stack(data).flatMap(({ spans }) => spans.flat())
      : data.series.flatMap((one) => one.values.map((value) => value ?? 0));
  const [low, high] = values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [0, 0],
  );
  return low === 0 && high === 0 ? [0, 1] : [low, high];
}

/** Axis ticks, without fractions if all values are whole, such as request counts. */
export function ticksOf(ticks: readonly number[], series: readonly Series[]): number[] {
  const isWhole = series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));
  return ticks.filter((tick) => !isWhole || Number.isInteger(tick));
}

const LABEL_WIDTH = 64;

/** Indexes of the labels that fit: the first, then every nth. */
export function shownLabels(count: number, width: number): readonly number[] {
  const step = Math.max(1, Math.ceil((count * LABEL_WIDTH) / Math.max(width, LABEL_WIDTH)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** Shares for a donut, in whole percents that add up to 100. */
export function percentShares(values: readonly number[]): readonly number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (total <= 0) return values.map(() => 0);
  const exact = values.map((value) => (value / total) * 100);
  const shares = exact.map(Math.floor);
  const missing = 100 - shares.reduce((sum, share) => sum + share, 0);
  const byRest = exact
    .map((share, index) => ({ index, rest: share - Math.floor(share) }))
    .sort((one, other) => other.rest - one.rest)
    .slice(0, missing);
  for (const { index } of byRest) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
