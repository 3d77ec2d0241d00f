import { useSearchParams } from '@remix-run/react';
import { KeySelect, type KeyChoice } from '~/features/billing';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { DateField } from '~/ui/date/date-field';
import { END_BEFORE_START } from '~/ui/date/day-range';
import { Disclosure } from '~/ui/disclosure';
import { isFilterAmount } from '~/features/billing';
import { formatCount } from '~/ui/format-count';
import { FilterForm } from '~/ui/form/filter-form';
import { MoneyField } from '~/ui/form/number-field';
import { Select } from '~/ui/form/select';
import { TextField } from '~/ui/form/text-field';
import type { TableOptions } from '~/ui/table/table-state';
import type { TableHandle } from '~/ui/table/use-table-state';

/** Table state in the URL; the loader's query has the same names. */
export const HISTORY_TABLE = {
  pageSizes: [25, 50, 100],
  filters: ['apiKey', 'provider', 'model', 'reason', 'min', 'max', 'from', 'to'],
} as const satisfies TableOptions;

export interface ProviderChoice {
  provider: string;
  name: string;
  models: readonly { model: string; name: string }[];
}

type Props = {
  table: TableHandle;
  models: readonly ProviderChoice[];
  /** The user's API keys. */
  keys: readonly KeyChoice[];
  /** In the user's time zone. */
  today: string;
  timeZone: string;
};

const amountError = (text = ''): string | undefined =>
  text.trim() === '' || isFilterAmount(text)
    ? undefined
    : 'Not an amount, so it’s ignored. Enter dollars, such as 12.50.';

/** A GET form, so that it works without JavaScript and filters can be bookmarked. */
export function HistoryFilters({ table, models, keys, today, timeZone }: Props) {
  const [params] = useSearchParams();
  const { filters } = table;
  const count = Object.keys(filters).length;
  const { from = '', to = '' } = filters;
  const kept = [...params].filter(
    ([name]) => !['page', 'after', ...HISTORY_TABLE.filters].some((each) => each === name),
  );
  return (
    <Disclosure
      summary="Filters"
      aside={count === 0 ? undefined : `${formatCount(count)} set`}
      isOpenAtFirst={count > 0}
    >
      <FilterForm
        query={JSON.stringify(filters)}
        aria-label="Filter the history"
        preventScrollReset
        className="flex flex-col gap-4"
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Select label="Provider" name="provider" defaultValue={filters.provider ?? ''}>
            <option value="">All</option>
            {models.map(({ provider, name }) => (
              <option key={provider} value={provider}>
                {name}
              </option>
            ))}
          </Select>
          <Select label="Model" name="model" defaultValue={filters.model ?? ''}>
            <option value="">All</option>
            {models.map(({ provider, name, models: own }) => (
              <optgroup key={provider} label={name}>
                {own.map((model) => (
                  <option key={model.model} value={model.model}>
                    {model.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
          <TextField
            label="Reason contains"
            name="reason"
            type="search"
            maxLength={200}
            defaultValue={filters.reason ?? ''}
          />
          <div className="grid grid-cols-2 gap-2">
            <MoneyField
              label="Cost from"
              name="min"
              step={0.000001}
              defaultValue={filters.min ?? ''}
              error={amountError(filters.min)}
            />
            <MoneyField
              label="to"
              name="max"
              step={0.000001}
              defaultValue={filters.max ?? ''}
              error={amountError(filters.max)}
            />
          </div>
        </div>
        <div className="flex flex-wrap items-end gap-4">
          <DateField
            label="Start date"
            name="from"
            defaultValue={from}
            max={today}
            error={from !== '' && to !== '' && to < from ? END_BEFORE_START : undefined}
          />
          <DateField label="End date" name="to" defaultValue={to} max={today} />
          <KeySelect keys={keys} value={filters.apiKey} />
          <div className="flex gap-2">
            <Button type="submit">Apply filters</Button>
            {count === 0 ? null : (
              <ButtonLink
                variant="ghost"
                to={
                  table.hrefFor?.({
                    filters: Object.fromEntries(HISTORY_TABLE.filters.map((name) => [name, null])),
                  }) ?? '?'
                }
                preventScrollReset
              >
                Clear filters
              </ButtonLink>
            )}
          </div>
        </div>
        <p className="text-xs text-ink-3">Days and times are in {timeZone}.</p>
      </FilterForm>
    </Disclosure>
  );
}
