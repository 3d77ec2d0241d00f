import { Table2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../button';
import { Table } from '../table/table';
import { MARKS, seriesColor } from './marks';

export type PointValues = { label: string; values: readonly { key: string; label: string; text: string }[] };

type Props = {
  title: string;
  /** Unit of the values: "US dollars a day". */
  unit: string;
  legend: readonly { key: string; label: string; aside?: string; hue?: number }[];
  /** Each point with its values, for the table and for the slider. */
  readings: readonly PointValues[];
  /** Header of the table's first column. */
  pointsLabel: string;
  height: number;
  /** Controls beside the table switch. */
  actions?: ReactNode;
  children: (current: { index: number | null; read: (index: number | null) => void }) => ReactNode;
};

/** An empty list of bars would have no height. */
const EMPTY_PX = 96;

/**
 * Common parts of all charts: title, unit, legend, a table view, and the values of one point at a time. A visually
 * hidden slider lets keyboard and screen-reader users step through the points.
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
          {/* A caption instead of a heading, because a chart may appear under a heading of any level. */}
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
              { key: 'point', header: pointsLabel, isTitle: true, cell: ({ label }: PointValues) => label },
              ...(readings[0]?.values ?? []).map(({ key, label }, column) => ({
                key,
                header: label,
                isNumber: true,
                cell: ({ values }: PointValues) => values[column]?.text ?? '',
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
              aria-valuetext={describePoint(readings[index ?? 0])}
              onChange={(event) => setIndex(event.currentTarget.valueAsNumber)}
              onFocus={() => setIndex(index ?? 0)}
              onBlur={() => setIndex(null)}
            />
          </div>
          {legend.length === 0 ? null : (
            /* Two lines are reserved for the selected point, so that the layout doesn't shift. */
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

const describePoint = (reading: PointValues | undefined): string =>
  reading
    ? `${reading.label}: ${reading.values.map(({ label, text }) => `${label} ${text}`).join(', ')}`
    : '';
