const counts = new Intl.NumberFormat('en-US');
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** 61300 → "61,300". */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** A count with its noun: "1 request", "61,300 requests". The plural defaults to the noun with an s. */
export const formatCountOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`;

/** For axes and small tiles: 61300 → "61.3K". */
export function formatCompact(count: number): string {
  return compact.format(count);
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Binary units, as in file managers: 1536 → "1.5 KB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${power === 0 ? String(bytes) : size.toFixed(size < 10 ? 1 : 0)} ${UNITS[power] ?? ''}`;
}
