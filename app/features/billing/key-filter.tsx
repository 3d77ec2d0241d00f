import { useSearchParams } from '@remix-run/react';
import { Button } from '~/ui/button';
import { FilterForm } from '~/ui/form/filter-form';
import { Select } from '~/ui/form/select';

export type KeyChoice = { id: string; name: string };

/** The choice of an API key in a filter; nothing for users without keys. */
export function KeySelect({ keys, value }: { keys: readonly KeyChoice[]; value: string | undefined }) {
  if (keys.length === 0) return null;
  return (
    <Select label="API key" name="apiKey" defaultValue={value ?? ''} className="max-w-60 min-w-40">
      <option value="">All requests</option>
      {keys.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

type Props = {
  keys: readonly KeyChoice[];
  /** The key in the URL. */
  apiKey: string | null;
  className?: string;
};

/** Limits a page to what one API key paid for. Other parts of the URL stay, but for its pages. */
export function KeyFilter({ keys, apiKey, className }: Props) {
  const [params] = useSearchParams();
  if (keys.length === 0) return null;
  const kept = [...params].filter(([name]) => name !== 'apiKey' && name !== 'page');
  return (
    <div className={className}>
      <FilterForm
        query={apiKey ?? ''}
        aria-label="Filter by API key"
        preventScrollReset
        className="flex flex-wrap items-end gap-2"
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <KeySelect keys={keys} value={apiKey ?? undefined} />
        <Button type="submit">Apply</Button>
      </FilterForm>
    </div>
  );
}
