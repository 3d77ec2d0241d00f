import { useState } from 'react';
import type { Proposal, VendorList } from '~/features/billing';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { Disclosure } from '~/ui/disclosure';
import { EmptyState } from '~/ui/empty-state';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { Notice } from '~/ui/notice';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { DataTable } from '~/ui/table/data-table';
import type { DataColumn } from '~/ui/table/use-data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { AdminFrame } from '../admin-frame';
import { PriceChanges, WHOLE_CARD } from './price-changes';
import { ModelTitle } from './price-columns';

type Props = { proposals: readonly Proposal[]; vendors: readonly VendorList[] | null };

const KINDS = {
  differs: { tone: 'info', word: 'Different price' },
  gone: { tone: 'warn', word: 'No longer listed' },
  new: { tone: 'neutral', word: 'Listed by vendor' },
  model: { tone: 'neutral', word: 'New model' },
  facts: { tone: 'info', word: 'Model data' },
  announced: { tone: 'info', word: 'Price to come' },
} as const;

const COLUMNS: readonly DataColumn<Proposal>[] = [
  {
    key: 'model',
    header: 'Model',
    isTitle: true,
    cell: (row) => <ModelTitle {...row} />,
  },
  {
    key: 'kind',
    header: 'Why',
    cell: ({ kind }) => <Badge tone={KINDS[kind].tone}>{KINDS[kind].word}</Badge>,
  },
  {
    key: 'changes',
    header: 'Proposal',
    className: WHOLE_CARD,
    cell: ({ changes, caution, source }) => (
      <div className="flex flex-col gap-1.5">
        <PriceChanges changes={changes} />
        {caution === null ? null : <p className="max-w-90 text-xs text-warn">{caution}</p>}
        <p className="max-w-120 text-xs wrap-anywhere text-ink-3">{source}</p>
      </div>
    ),
  },
];

/** Compares models and prices with known ones. Only selected changes are applied. */
export function ReviewPricesPage({ proposals, vendors }: Props) {
  const table = useTableState();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { fetcher, isBusy, error } = useFetcherForm<'apply'>({ onDone: () => setSelected(new Set()) });
  const apply = () => {
    const form = new FormData();
    form.set('intent', 'apply');
    for (const pick of selected) form.append('picks', pick);
    fetcher.submit(form, { method: 'post' });
  };
  return (
    <AdminFrame
      title="Review prices"
      lead="Your models and prices next to those that come with this version. Nothing changes until you apply it."
      actions={
        <>
          <ButtonLink to="/admin/prices">All prices</ButtonLink>
          <ButtonLink to="/admin/prices/review?vendors=ask" variant={vendors ? 'secondary' : 'primary'}>
            Check with vendors
          </ButtonLink>
        </>
      }
    >
      <div className="mb-5 flex flex-col gap-3">
        {error ? <Notice tone="bad">{error}</Notice> : null}
        {vendors ? (
          <Vendors vendors={vendors} />
        ) : (
          <p className="text-s text-ink-2">
            “Check with vendors” also looks for models they’ve added or no longer list.
          </p>
        )}
      </div>
      <DataTable
        caption="Proposed changes"
        noun="changes"
        table={table}
        columns={COLUMNS}
        rows={proposals}
        rowKey={({ key }) => key}
        rowName={({ displayName }) => displayName}
        selection={{
          selected,
          onChange: setSelected,
          isInAll: ({ caution }) => caution === null,
          actions: (
            <Button variant="primary" onClick={apply} isBusy={isBusy}>
              Apply
            </Button>
          ),
        }}
        empty={<EmptyState title="Nothing to review">Your models and prices are up to date.</EmptyState>}
      />
    </AdminFrame>
  );
}

const Vendors = ({ vendors }: { vendors: readonly VendorList[] }) =>
  vendors.length === 0 ? (
    <Notice>No providers are set up.</Notice>
  ) : (
    <ul className="flex flex-col gap-1 text-s text-ink-2">
      {vendors.map(({ provider, error, count, unknown }) => (
        <li key={provider} className="wrap-anywhere">
          <b className="font-medium text-ink">{provider}</b>{' '}
          {error === null ? `lists ${formatCount(count)} models.` : `couldn’t be reached. ${error}`}
          {unknown.length === 0 ? null : (
            <Disclosure summary="No price list knows" aside={formatCountOf(unknown.length, 'model')}>
              {unknown.join(', ')}
            </Disclosure>
          )}
        </li>
      ))}
    </ul>
  );
