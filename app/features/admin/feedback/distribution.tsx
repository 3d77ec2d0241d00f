import { formatCount } from '~/ui/format-count';
import { seriesColor } from '~/ui/chart/marks';

/** Ranges of answers, in the palette's red, amber and green. */
export const RATING_RANGES = [
  { key: 'low', label: '1 to 4', hue: 5, from: 1, to: 4 },
  { key: 'middle', label: '5 to 7', hue: 1, from: 5, to: 7 },
  { key: 'high', label: '8 to 10', hue: 0, from: 8, to: 10 },
] as const;
export const NO_ANSWER_HUE = 4;

const BAR_PX = 24;

/** Histogram of the answers to one question. */
export function Distribution({
  counts,
  notApplicable,
}: {
  counts: readonly number[];
  notApplicable: number;
}) {
  const answers = [
    ...counts.map((count, index) => ({ label: String(index + 1), count, hue: hueOf(index + 1) })),
    { label: 'N/A', count: notApplicable, hue: NO_ANSWER_HUE },
  ];
  const maxCount = answers.reduce((largest, { count }) => Math.max(largest, count), 1);
  return (
    <div
      role="img"
      aria-label={answers.map(({ label, count }) => `${label}: ${formatCount(count)}`).join(', ')}
      className="num mt-2 flex items-end gap-1 text-xs font-normal text-ink-3"
    >
      {answers.map(({ label, count, hue }) => (
        <div key={label} className="flex w-6 flex-col items-center">
          {count === 0 ? null : <span className="text-ink-2">{formatCount(count)}</span>}
          <span
            className="w-4 rounded-t-[2px]"
            style={{ height: (BAR_PX * count) / maxCount, background: seriesColor(hue) }}
          />
          <span className="w-full border-t border-line-strong text-center">{label}</span>
        </div>
      ))}
    </div>
  );
}

const hueOf = (answer: number): number => RATING_RANGES.find(({ to }) => answer <= to)?.hue ?? NO_ANSWER_HUE;
