import { formatCount, formatCountOf } from '~/ui/format-count';
import { PERIOD_TEXTS } from './period-texts';

type Range = keyof typeof PERIOD_TEXTS;

/** Beyond this, an exact figure would look like a mistake. */
const LONG_DAYS = 3650;

/** How long the balance lasts: "about 21 days at this week’s pace". */
export function describeRunway({
  daysLeft,
  range,
  balanceMicroUsd,
}: {
  daysLeft: number | null;
  range: Range;
  balanceMicroUsd: number;
}): string {
  const { pace } = PERIOD_TEXTS[range];
  if (balanceMicroUsd <= 0) return 'nothing to spend';
  if (daysLeft === null) return 'nothing spent in this period';
  if (daysLeft > LONG_DAYS) return `more than 10 years at ${pace}`;
  return `about ${formatCountOf(daysLeft, 'day')} at ${pace}`;
}

/** Compares spending with the previous period. */
export function describeChange({
  changePercent,
  range,
}: {
  changePercent: number | null;
  range: Range;
}): string {
  const { before, nothingBefore } = PERIOD_TEXTS[range];
  if (changePercent === null) return nothingBefore;
  if (changePercent === 0) return `as much as ${before}`;
  // From here on a multiple reads better than a percentage.
  if (changePercent >= 900)
    return `${formatCount(Math.round(changePercent / 100) + 1)} times as much as ${before}`;
  return `${formatCount(Math.abs(changePercent))}% ${changePercent < 0 ? 'less' : 'more'} than ${before}`;
}

/** How many requests were free or not charged. */
export function describeFreeRequests({
  requests,
  freeRequests,
  notCharged,
}: {
  requests: number;
  freeRequests: number;
  notCharged: number;
}): string {
  const parts = [
    ...(freeRequests > 0 ? [`${formatCount(freeRequests)} free`] : []),
    ...(notCharged > 0 ? [`${formatCount(notCharged)} failed and not charged`] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  return requests === 0 ? 'none in this period' : requests === 1 ? 'charged' : 'all of them charged';
}
