import { Group } from '@visx/group';
import { Pie } from '@visx/shape';
import { percentShares } from './chart-data';
import { ChartFrame } from './chart-frame';
import { seriesColor } from './marks';

export type DonutProps = {
  title: string;
  unit: string;
  /** At most six; combine the rest as "Other". */
  slices: readonly { key: string; label: string; value: number }[];
  format?: (value: number) => string;
  /** Header of the table's first column: "Model". */
  pointsLabel?: string;
  /** The formatted sum, in the center. */
  total?: string;
  height?: number;
};

const SIZE = 200;
const OUTER = 96;
const INNER = 64;

/** Parts of a whole. For at most six that differ clearly. */
export function Donut({
  title,
  unit,
  slices,
  format = String,
  pointsLabel = 'Part',
  total,
  height = 220,
}: DonutProps) {
  const shares = percentShares(slices.map(({ value }) => value));
  const readings = slices.map(({ key, label, value }, index) => ({
    label,
    values: [
      { key, label: unit, text: format(value) },
      { key: 'share', label: 'Share', text: `${String(shares[index] ?? 0)}%` },
    ],
  }));
  const legend = slices.map(({ key, label }, index) => ({
    key,
    label,
    aside: `${String(shares[index] ?? 0)}%`,
  }));
  return (
    <ChartFrame {...{ title, unit, legend, readings, pointsLabel, height }}>
      {({ index, read }) => (
        <svg
          role="img"
          aria-label={`${title}, ${unit}`}
          viewBox={`0 0 ${String(SIZE)} ${String(SIZE)}`}
          width="100%"
          height="100%"
          className="block"
        >
          <Group left={SIZE / 2} top={SIZE / 2}>
            <Pie
              data={[...slices]}
              pieValue={({ value }) => value}
              pieSortValues={null}
              pieSort={null}
              outerRadius={OUTER}
              innerRadius={INNER}
            >
              {({ arcs, path }) =>
                arcs.map((arc) => (
                  <path
                    key={arc.data.key}
                    d={path(arc) ?? undefined}
                    fill={seriesColor(arc.index)}
                    stroke="var(--paper)"
                    strokeWidth={2}
                    opacity={index === null || slices[index]?.key === arc.data.key ? 1 : 0.35}
                    onPointerEnter={() => read(slices.findIndex(({ key }) => key === arc.data.key))}
                    onPointerLeave={() => read(null)}
                  />
                ))
              }
            </Pie>
            {total === undefined ? null : (
              <text
                textAnchor="middle"
                dy={7}
                fontSize={20}
                fontWeight={600}
                fill="var(--ink)"
                className="num"
              >
                {total}
              </text>
            )}
          </Group>
        </svg>
      )}
    </ChartFrame>
  );
}
