export type NumberRange = { min?: number | undefined; max?: number | undefined; step?: number | undefined };

/** "1,250.5" → 1250.5; null if it is not a number. Commas group thousands, as in American English. */
export function parseNumber(text: string): number | null {
  const plain = ungroup(text.trim().replace(/^\$/, ''));
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

const GROUPED = /^[-+−]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * Removes commas that group thousands. Other commas stay and make the text invalid: "1,50" and "0,002" are not 150 and
 * 2.
 */
export const ungroup = (text: string): string => (GROUPED.test(text) ? text.replaceAll(',', '') : text);

/** Formats a number for submission: without binary rounding errors, with fixed decimals if given. */
export function formatForSubmission(value: number, decimals?: number): string {
  return decimals === undefined ? value.toFixed(10).replace(/\.?0+$/, '') : value.toFixed(decimals);
}

const clamp = (value: number, { min = -Infinity, max = Infinity }: NumberRange): number =>
  Math.min(max, Math.max(min, value));

/** Moves `count` steps up or down to a multiple of the step above the minimum, clamped to the range. */
export function stepBy(value: number | null, count: number, range: NumberRange): number {
  const { min, step = 1 } = range;
  const base = min ?? 0;
  if (value === null) return clamp(base, range);
  const steps = (value - base) / step;
  const isOnStep = Math.abs(steps - Math.round(steps)) < 1e-9;
  const from = isOnStep ? Math.round(steps) : count > 0 ? Math.floor(steps) : Math.ceil(steps);
  return clamp(Number((base + (from + count) * step).toFixed(10)), range);
}
