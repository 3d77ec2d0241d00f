/** Marker shapes on a 10 × 10 grid, one per series, so that series differ without color. */
export const MARKS = [
  'M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8',
  'M1.5 1.5h7v7h-7z',
  'M5 .5 9.5 9h-9z',
  'M5 0 10 5 5 10 0 5z',
  'M.5 1h9L5 9.5z',
  'M3.5 0h3v3.5H10v3H6.5V10h-3V6.5H0v-3h3.5z',
] as const;

const SERIES_COLORS = 6;

export const seriesColor = (position: number): string =>
  `var(--chart-${String((position % SERIES_COLORS) + 1)})`;
