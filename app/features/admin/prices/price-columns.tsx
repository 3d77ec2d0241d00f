import type { PriceRow } from '~/features/billing';
import { StateBadge } from '~/ui/badge';
import { DateTime } from '~/ui/relative-time';
import type { DataColumn } from '~/ui/table/use-data-table';

const dollars = (price: string): string => `$${price}`;

type Titled = Pick<PriceRow, 'provider' | 'model' | 'displayName'>;

/** A model's display name with its provider and id. */
export const ModelTitle = ({ provider, model, displayName }: Titled) => (
  <span className="flex min-w-0 flex-col wrap-anywhere md:min-w-28 xl:min-w-40">
    {displayName}
    <span className="text-xs font-normal text-ink-2">
      {provider} · {model}
    </span>
  </span>
);

export const priceColumns = ({ timeZone }: { timeZone: string }): readonly DataColumn<PriceRow>[] => [
  {
    key: 'model',
    header: 'Model',
    isTitle: true,
    sort: ({ provider, displayName }) => `${provider} ${displayName}`,
    className: 'pr-10 md:pr-4',
    cell: (row) => <ModelTitle {...row} />,
  },
  {
    key: 'input',
    header: 'Input / 1K',
    isNumber: true,
    sort: ({ inputPricePer1K }) => Number(inputPricePer1K),
    cell: ({ inputPricePer1K }) => dollars(inputPricePer1K),
  },
  {
    key: 'output',
    header: 'Output / 1K',
    isNumber: true,
    sort: ({ outputPricePer1K }) => Number(outputPricePer1K),
    cell: ({ outputPricePer1K }) => dollars(outputPricePer1K),
  },
  {
    key: 'cache',
    // Hidden on phones and narrow windows; the history shows it.
    className: 'max-md:hidden',
    header: 'Cache / 1K',
    isNumber: true,
    isSecondary: 'xl',
    cell: ({ cacheRead, cacheWrite }) => (
      <span className="flex flex-col whitespace-nowrap">
        {dollars(cacheRead)} read
        <span>{dollars(cacheWrite)} write</span>
      </span>
    ),
  },
  {
    key: 'extras',
    header: 'Steps and fees',
    isSecondary: true,
    cell: ({ extras }) =>
      extras.length === 0 ? null : (
        <ul className="flex max-w-60 flex-col text-right text-xs text-ink-2 md:text-left">
          {extras.map((extra) => (
            <li key={extra}>{extra}</li>
          ))}
        </ul>
      ),
  },
  {
    key: 'updatedAt',
    header: 'Since',
    sort: ({ updatedAt }) => updatedAt,
    className: 'whitespace-nowrap max-md:hidden',
    cell: ({ updatedAt }) => <DateTime at={updatedAt} timeZone={timeZone} isDay />,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ isActive }) => (
      <StateBadge state={isActive ? 'good' : 'off'}>{isActive ? 'Active' : 'Off'}</StateBadge>
    ),
  },
];
