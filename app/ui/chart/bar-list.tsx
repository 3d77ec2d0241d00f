import type { ReactNode } from 'react';
import { ChartFrame } from './chart-frame';
import { seriesColor } from './marks';

type Bar = {
  key: string;
  label: string;
  value: number;
  /** Shown after the value, e.g. a share. */
  aside?: string;
};

type Props = {
  title: string;
  unit: string;
  bars: readonly Bar[];
  /** Formats a value in full. */
  format?: (value: number) => string;
  /** Controls at the end of the title line. */
  actions?: ReactNode;
  /** Header of the table's first column: "Model". */
  pointsLabel?: string;
};

const ROW_HEIGHT = 34;

/** Horizontal bars for values with long names, each name above its bar. The height is fixed from the first render. */
export function BarList({ title, unit, bars, format = String, actions, pointsLabel = 'Name' }: Props) {
  const most = bars.reduce((largest, { value }) => Math.max(largest, value), 0);
  const textOf = ({ value, aside }: Bar) =>
    aside === undefined ? format(value) : `${format(value)} · ${aside}`;
  const readings = bars.map((bar) => ({
    label: bar.label,
    values: [{ key: `${bar.key} value`, label: unit, text: textOf(bar) }],
  }));
  return (
    <ChartFrame
      {...{ title, unit, readings, actions, pointsLabel }}
      legend={[]}
      height={bars.length * ROW_HEIGHT}
    >
      {({ index, read }) => (
        <ul className="flex h-full flex-col text-xs" onPointerLeave={() => read(null)}>
          {bars.map((bar, position) => (
            <li
              key={bar.key}
              onPointerEnter={() => read(position)}
              style={{ height: ROW_HEIGHT }}
              className={index === null || index === position ? undefined : 'opacity-55'}
            >
              <span className="flex justify-between gap-4">
                <span className="truncate text-ink-2">{bar.label}</span>
                <span className="num font-medium">{textOf(bar)}</span>
              </span>
              <span
                aria-hidden="true"
                className="mt-0.5 block h-2 rounded-[2px] bg-line forced-color-adjust-none"
              >
                <span
                  className="block h-full min-w-0.5 rounded-[2px]"
                  style={{
                    width: `${((most === 0 ? 0 : Math.max(0, bar.value) / most) * 100).toFixed(2)}%`,
                    background: seriesColor(0),
                  }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </ChartFrame>
  );
}
