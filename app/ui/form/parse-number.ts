import { withAsciiDigits } from '@promptwell/text/digits';
import { plainNumber } from '@promptwell/text/parse-number';

export type NumberRange = { min?: number | undefined; max?: number | undefined; step?: number | undefined };

/** Longer sequences of digits are no amounts. */
const MAX_CHARACTERS = 30;

/**
 * "1,250.5" → 1250.5; null if it is not a number. As in American English, a comma before three digits groups thousands;
 * otherwise numbers may be written as in any language ("12,50", "1 250", "٨٥").
 */
export function parseNumber(text: string): number | null {
  const plain = ungroup(text.trim().replace(/^\$/, ''));
  return plain.length <= MAX_CHARACTERS && /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

const GROUPED = /^[-+−]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/** A number in plain digits with a decimal point. Any other text stays as it is, also "0,002", which isn’t 2. */
export function ungroup(text: string): string {
  const written = withAsciiDigits(text);
  return GROUPED.test(written) ? written.replaceAll(',', '') : (plainNumber(text) ?? text);
}

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
