import { Table2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../button';
import { Table } from '../table/table';
import { MARKS, seriesColor } from './marks';

export type Reading = { label: string; values: readonly { key: string; label: string; text: string }[] };

type Props = {
  title: string;
  /** What the figures are: "US dollars a day". */
  unit: string;
  legend: readonly { key: string; label: string; aside?: string; hue?: number }[];
  /** Each point with its figures, for the data table and for reading point by point. */
  readings: readonly Reading[];
  /** What stands over the first column of the data table. */
  pointsLabel: string;
  height: number;
  /** What changes the figures, beside the switch. */
  actions?: ReactNode;
  children: (current: { index: number | null; read: (index: number | null) => void }) => ReactNode;
};

/** A list of bars has no height without bars. */
const EMPTY_PX = 96;

/**
 * What every chart has: title and unit, a legend by label, its figures as a table behind a switch, and reading point by
 * point. A slider that is there for keyboard and screen reader only goes from point to point and says each aloud.
 */
export function ChartFrame({ title, unit, legend, readings, pointsLabel, height, actions, children }: Props) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const [index, setIndex] = useState<number | null>(null);
  const current = index === null ? undefined : readings[index];
  const isEmpty = readings.length === 0;
  return (
    <figure aria-labelledby={`${id}-title`} className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          {/* The caption of a figure and no heading: a chart may stand under any. */}
          <p id={`${id}-title`} className="text-l font-semibold tracking-[-0.015em]">
            {title}
          </p>
          <p className="text-xs text-ink-3">{unit}</p>
        </div>
        {isEmpty ? null : (
          <div className="ml-auto flex items-center gap-2">
            {actions}
            <Button
              variant="ghost"
              size="s"
              aria-label={`Table: ${title}`}
              aria-pressed={isTable}
              onClick={() => setIsTable(!isTable)}
            >
              <Table2 aria-hidden="true" className="size-4" />
              Table
            </Button>
          </div>
        )}
      </figcaption>
      {isEmpty ? (
        <p
          className="grid place-items-center text-s text-ink-3"
          style={{ height: Math.max(height, EMPTY_PX) }}
        >
          Nothing to show yet
        </p>
      ) : isTable ? (
        <div className="overflow-auto" style={{ minHeight: height }}>
          <Table
            caption={`${title}, ${unit}`}
            columns={[
              { key: 'point', header: pointsLabel, isTitle: true, cell: ({ label }: Reading) => label },
              ...(readings[0]?.values ?? []).map(({ key, label }, column) => ({
                key,
                header: label,
                isNumber: true,
                cell: ({ values }: Reading) => values[column]?.text ?? '',
              })),
            ]}
            rows={readings}
            rowKey={({ label }) => label}
          />
        </div>
      ) : (
        <>
          <div
            className="relative rounded-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent"
            style={{ height }}
          >
            {children({ index, read: setIndex })}
            <input
              type="range"
              className="sr-only"
              min={0}
              max={readings.length - 1}
              value={index ?? 0}
              aria-label={`${title}: point by point`}
              aria-valuetext={spoken(readings[index ?? 0])}
              onChange={(event) => setIndex(event.currentTarget.valueAsNumber)}
              onFocus={() => setIndex(index ?? 0)}
              onBlur={() => setIndex(null)}
            />
          </div>
          {legend.length === 0 ? null : (
            /* Two lines are kept free for what is read, so that nothing moves. */
            <ul className="mt-2 flex min-h-10 flex-wrap content-start gap-x-4 gap-y-0.5 text-xs text-ink-2">
              {current ? <li className="num font-medium text-ink">{current.label}</li> : null}
              {legend.map(({ key, label, aside, hue }, position) => (
                <li key={key} className="flex items-center gap-1.5">
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 10 10"
                    className="size-2.5 shrink-0"
                    fill={seriesColor(hue ?? position)}
                  >
                    <path d={MARKS[position % MARKS.length]} />
                  </svg>
                  {label}
                  <span className="num font-medium text-ink">
                    {current ? current.values.find((value) => value.key === key)?.text : aside}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </figure>
  );
}

const spoken = (reading: Reading | undefined): string =>
  reading
    ? `${reading.label}: ${reading.values.map(({ label, text }) => `${label} ${text}`).join(', ')}`
    : '';
