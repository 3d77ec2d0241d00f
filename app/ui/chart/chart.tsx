import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useRef, type PointerEvent } from 'react';
import { formatCompact } from '../format-count';
import { extentOf, shownLabels, stack, ticksOf, type ChartData, type Kind } from './chart-data';
import { ChartFrame } from './chart-frame';
import { MARKS, seriesColor } from './marks';
import { useWidth } from './use-width';

export type ChartProps = ChartData & {
  kind: Kind;
  title: string;
  unit: string;
  /** Formats a value in full, for the selected point and the table. */
  format?: (value: number) => string;
  /** Formats an axis label. `ticks` are all labels, so that they get the same number of decimals. */
  formatAxis?: (value: number, ticks: readonly number[]) => string;
  /** Header of the table's first column: "Day". */
  pointsLabel?: string;
  height?: number;
};

const MARGIN = { top: 8, right: 8, bottom: 24, left: 48 };
/** Upper bound of a digit's width on the axis: 11 px, tabular figures. */
const CHARACTER_PX = 6.5;
const TICK = { fontSize: 11, fontFamily: 'inherit', fill: 'var(--ink-3)' } as const;

/** A line, bar or stacked bar chart. Also renders on the server. */
export function Chart({
  kind,
  title,
  unit,
  points,
  series,
  format = String,
  formatAxis = formatCompact,
  pointsLabel = 'Day',
  height = 240,
}: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const innerHeight = height - MARGIN.top - MARGIN.bottom;
  const y = scaleLinear({ domain: extentOf({ points, series }, kind), range: [innerHeight, 0], nice: 4 });
  const ticks = ticksOf(y.ticks(4), series);
  const tickText = (value: number) => formatAxis(value, ticks);
  const longest = ticks.reduce((most, value) => Math.max(most, tickText(value).length), 0);
  const left = Math.max(MARGIN.left, Math.ceil(longest * CHARACTER_PX) + 14);
  const inner = { width: width - left - MARGIN.right, height: innerHeight };
  const x = scaleBand({
    domain: points.map((_, index) => index),
    range: [0, inner.width],
    padding: kind === 'line' ? 0 : 0.25,
  });
  const center = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const labels = shownLabels(points.length, inner.width);
  const text = (value: number | null | undefined) => (value == null ? '–' : format(value));
  const readings = points.map((label, index) => ({
    label,
    values: series.map((one) => ({ key: one.key, label: one.label, text: text(one.values[index]) })),
  }));
  const pointAt = (event: PointerEvent<SVGRectElement>) => {
    const { left: startX } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientX - startX) / x.step());
    return Math.min(points.length - 1, Math.max(0, index));
  };
  return (
    <ChartFrame {...{ title, unit, readings, pointsLabel, height }} legend={series}>
      {({ index, read }) => (
        <div ref={place} className="h-full">
          <svg
            role="img"
            aria-label={`${title}, ${unit}`}
            width="100%"
            height="100%"
            viewBox={`0 0 ${String(width)} ${String(height)}`}
            className="block overflow-visible"
          >
            <Group left={left} top={MARGIN.top}>
              <GridRows scale={y} width={inner.width} tickValues={ticks} stroke="var(--line)" />
              <AxisLeft
                scale={y}
                tickValues={ticks}
                hideAxisLine
                hideTicks
                tickFormat={(value) => tickText(Number(value))}
                tickLabelProps={{ ...TICK, textAnchor: 'end', dx: -4, dy: 4 }}
              />
              <AxisBottom
                top={inner.height}
                scale={x}
                tickValues={[...labels]}
                hideTicks
                stroke="var(--line-strong)"
                tickFormat={(value) => points[value] ?? ''}
                tickLabelProps={{ ...TICK, textAnchor: 'middle' }}
              />
              {index === null ? null : (
                <rect
                  x={(x(index) ?? 0) - (x.step() - x.bandwidth()) / 2}
                  width={x.step()}
                  height={inner.height}
                  fill="var(--ink)"
                  opacity={0.05}
                />
              )}
              {kind === 'line' ? (
                <Lines {...{ points, series, center, y }} readAt={index} />
              ) : (
                <Bars {...{ points, series, kind, x, y }} />
              )}
              <rect
                width={Math.max(0, inner.width)}
                height={inner.height}
                fill="transparent"
                onPointerMove={(event) => read(pointAt(event))}
                onPointerLeave={() => read(null)}
              />
            </Group>
          </svg>
        </div>
      )}
    </ChartFrame>
  );
}

const colorOf = ({ series }: Pick<ChartData, 'series'>, position: number): string =>
  seriesColor(series[position]?.hue ?? position);

/** Up to this many points each one gets a marker; beyond that only the selected one. */
const MAX_MARKED = 14;

type LinesProps = ChartData & {
  center: (index: number) => number;
  y: (value: number) => number;
  /** Index of the selected point, if any. */
  readAt: number | null;
};

function Lines({ points, series, center, y, readAt }: LinesProps) {
  return series.map(({ key, values }, position) => {
    const color = colorOf({ series }, position);
    return (
      <g key={key} fill={color}>
        <LinePath
          data={[...values]}
          defined={(value) => value !== null}
          x={(_, at) => center(at)}
          y={(value) => y(value ?? 0)}
          stroke={color}
          strokeWidth={2}
          strokeLinejoin="round"
          fill="none"
        />
        {values.map((value, at) =>
          value === null || !(at === readAt || points.length <= MAX_MARKED) ? null : (
            <path
              key={points[at]}
              d={MARKS[position % MARKS.length]}
              transform={`translate(${String(center(at) - 4)} ${String(y(value) - 4)}) scale(0.8)`}
            />
          ),
        )}
      </g>
    );
  });
}

type BarsProps = ChartData & {
  kind: BarKind;
  x: ReturnType<typeof scaleBand<number>>;
  y: (value: number) => number;
};

function Bars({ points, series, kind, x, y }: BarsProps) {
  return barsOf(kind, { points, series }).map(({ key, position, at, begin, end, share, shares }) => (
    <rect
      key={key}
      x={(x(at) ?? 0) + (x.bandwidth() / shares) * share}
      width={Math.max(1, x.bandwidth() / shares - (shares > 1 ? 1 : 0))}
      y={Math.min(y(begin), y(end))}
      // A 1 px gap distinguishes segments without color.
      height={Math.max(0, Math.abs(y(begin) - y(end)) - (kind === 'stacked' ? 1 : 0))}
      fill={colorOf({ series }, position)}
    />
  ));
}

type BarKind = Exclude<Kind, 'line'>;

/** Each bar with its series, point, start and end value, and its slot within the point's band. */
function barsOf(kind: BarKind, data: ChartData) {
  const stacked = kind === 'stacked' ? stack(data) : null;
  return data.series.flatMap((one, position) =>
    data.points.map((_, at) => {
      const [begin, end] = stacked?.[position]?.spans[at] ?? [0, one.values[at] ?? 0];
      const shares = stacked ? 1 : data.series.length;
      return {
        key: `${one.key} ${String(at)}`,
        position,
        at,
        begin,
        end,
        share: stacked ? 0 : position,
        shares,
      };
    }),
  );
}
