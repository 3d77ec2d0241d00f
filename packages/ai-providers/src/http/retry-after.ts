/** Upper bound for a requested wait. */
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/**
 * Parses `retry-after-ms`, else `retry-after` in seconds or as a date (RFC 9110, 10.2.3), relative to the response's
 * `date` because clocks differ.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const exactMs = parseDecimal(headers.get('retry-after-ms'));
  if (exactMs !== undefined) return clampWait(exactMs);

  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = parseDecimal(value);
  if (seconds !== undefined) return clampWait(seconds * 1000);
  // Requires a month name: `Date.parse` accepts "-5".
  const dateMs = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  const sentAtMs = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(dateMs) ? undefined : clampWait(dateMs - (Number.isNaN(sentAtMs) ? nowMs : sentAtMs));
}

function parseDecimal(text: string | null): number | undefined {
  return text !== null && /^\s*\d{1,12}(\.\d{1,9})?\s*$/.test(text) ? Number(text) : undefined;
}

function clampWait(waitMs: number): number {
  return Math.min(Math.max(0, Math.ceil(waitMs)), LONGEST_WAIT_MS);
}
