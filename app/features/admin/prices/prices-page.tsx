import { useNavigate } from '@remix-run/react';
import { History, Pencil, Plus, Scale } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { PriceRow } from '~/features/billing';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import type { MenuItems } from '~/ui/overlay/menu';
import { DataTable } from '~/ui/table/data-table';
import type { TableOptions } from '~/ui/table/table-state';
import { useTableState } from '~/ui/table/use-table-state';
import { AdminFrame } from '../admin-frame';
import { priceColumns } from './price-columns';
import { PriceDialog } from './price-dialog';

const TABLE = {
  sortable: ['model', 'input', 'output', 'updatedAt'],
  defaultSort: { key: 'model', direction: 'ascending' },
} as const satisfies TableOptions;

const historyOf = ({ provider, model }: PriceRow): string =>
  `/admin/prices/history?${new URLSearchParams({ provider, model }).toString()}`;

export function PricesPage({ prices, timeZone }: { prices: readonly PriceRow[]; timeZone: string }) {
  const table = useTableState(TABLE);
  const navigate = useNavigate();
  const columns = useMemo(() => priceColumns({ timeZone }), [timeZone]);
  const [edited, setEdited] = useState<{ price?: PriceRow } | null>(null);
  const close = useCallback(() => setEdited(null), []);

  const actionsFor = (price: PriceRow): MenuItems => [
    { key: 'edit', label: 'Edit price…', icon: <Pencil />, onAction: () => setEdited({ price }) },
    { key: 'history', label: 'History', icon: <History />, onAction: () => navigate(historyOf(price)) },
  ];
  const add = (
    <Button variant="primary" onClick={() => setEdited({})}>
      <Plus aria-hidden="true" className="size-4" />
      Add a price
    </Button>
  );
  return (
    <AdminFrame
      title="AI Pricing"
      lead="What people pay for each model, in dollars per 1,000 tokens. Changes apply from the next request."
      actions={
        <>
          <ButtonLink to="/admin/prices/review">
            <Scale aria-hidden="true" className="size-4" />
            Review prices
          </ButtonLink>
          {add}
        </>
      }
    >
      <DataTable
        caption="Prices"
        noun="prices"
        table={table}
        columns={columns}
        rows={prices}
        rowKey={({ id }) => id}
        rowName={({ displayName }) => displayName}
        rowActions={actionsFor}
        empty={
          <EmptyState title="No prices yet">A model can be called once it has an active price.</EmptyState>
        }
      />
      {edited ? <PriceDialog price={edited.price} onClose={close} /> : null}
    </AdminFrame>
  );
}
