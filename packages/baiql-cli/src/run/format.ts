/** Formats amounts and durations. */

/** `$0.0042`; small amounts keep their significant digits, and only zero reads as zero. */
export function dollars(microUsd: number | null): string {
  if (microUsd === null) return 'unknown';
  if (microUsd > 0 && microUsd < 100) return '< $0.0001';
  const amount = microUsd / 1_000_000;
  return `$${amount.toFixed(amount !== 0 && amount < 1 ? 4 : 2)}`;
}

export function count(number: number): string {
  return number.toLocaleString('en');
}

export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** `45s`, `3m 20s`, `2h 05m`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}
