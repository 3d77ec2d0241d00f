import { useEffect, useState } from 'react';
import { BarList } from '~/ui/chart/bar-list';
import { formatCount } from '~/ui/format-count';
import { formatExact } from '~/ui/format-money';
import { SegmentedControl } from '~/ui/form/segmented-control';

type Props = {
  kinds: readonly {
    name: string;
    requests: number;
    costMicroUsd: number;
    percentCost: number;
    percentRequests: number;
  }[];
};

const METRICS = ['cost', 'requests'] as const;
type Metric = (typeof METRICS)[number];
const STORED = 'dashCategoryMetric';

/** Cost or number of requests by category. The selected metric is kept for the session. */
export function CategoryBreakdown({ kinds }: Props) {
  const [metric, setMetric] = useState<Metric>('cost');
  useEffect(() => {
    const stored = METRICS.find((each) => each === sessionStorage.getItem(STORED));
    if (stored) setMetric(stored);
  }, []);
  const isCost = metric === 'cost';
  return (
    <BarList
      title={isCost ? 'Spend by category' : 'Requests by category'}
      unit={isCost ? 'US dollars and share' : 'Requests and share'}
      pointsLabel="Category"
      bars={kinds.map((kind) => ({
        key: kind.name,
        label: kind.name,
        value: isCost ? kind.costMicroUsd : kind.requests,
        aside: `${(isCost ? kind.percentCost : kind.percentRequests).toFixed(1)}%`,
      }))}
      format={isCost ? formatExact : formatCount}
      actions={
        <SegmentedControl
          label="Category figures"
          value={metric}
          onChange={(value) => {
            setMetric(value);
            sessionStorage.setItem(STORED, value);
          }}
          segments={[
            { value: 'cost', label: 'Cost' },
            { value: 'requests', label: 'Requests' },
          ]}
        />
      }
    />
  );
}
