import { Download, FileSpreadsheet } from 'lucide-react';
import { useMemo } from 'react';
import { KeyFilter, ledgerColumns } from '~/features/billing';
import { buttonClasses } from '~/ui/button-variant';
import { EmptyState } from '~/ui/empty-state';
import { formatCount } from '~/ui/format-count';
import { Money } from '~/ui/money';
import { Notice } from '~/ui/notice';
import { Section } from '~/ui/page/section';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { RelativeTime } from '~/ui/relative-time';
import { DataTable } from '~/ui/table/data-table';
import { useTableState } from '~/ui/table/use-table-state';
import { AdminFrame } from '../admin-frame';
import { UserPicker } from '../user-picker';
import { AdjustForm, GrantForm } from './balance-forms';
import type { readBillingPage } from './read-billing.server';

type Props = Awaited<ReturnType<typeof readBillingPage>>;

/** A user's balance and ledger, forms to change it, and the reconciliation status. */
export function BillingPage(props: Props) {
  const { user, asked, balance, ledger } = props;
  return (
    <AdminFrame
      title="Billing ($)"
      lead="See a user’s balance and ledger, grant credit, and export the books."
      actions={
        <>
          <a className={buttonClasses('secondary', 'm')} href="/api/admin/billing/income/export">
            <Download aria-hidden="true" className="size-4" />
            Credits and adjustments, 30 days
          </a>
          <a className={buttonClasses('secondary', 'm')} href="/api/admin/billing/ledger/export-all">
            <Download aria-hidden="true" className="size-4" />
            All ledgers, 30 days
          </a>
        </>
      }
    >
      <UserPicker user={user} asked={asked} />
      {user && balance && ledger ? (
        <UserBilling {...props} user={user} balance={balance} ledger={ledger} />
      ) : (
        <div className="mt-6">
          <EmptyState title="Select a user">
            Enter a name or an email address to see the balance and ledger, and to grant credit.
          </EmptyState>
        </div>
      )}
      <Reconciliation {...props} />
    </AdminFrame>
  );
}

type Chosen = {
  [Part in 'user' | 'balance' | 'ledger']: NonNullable<Props[Part]>;
};

function UserBilling({ user, balance, ledger, keys, apiKey, timeZone, formKey }: Props & Chosen) {
  const columns = useMemo(() => ledgerColumns(timeZone), [timeZone]);
  const table = useTableState({ pageSizes: [ledger.pageSize] });
  return (
    <>
      <div className="mt-6">
        <StatGrid label={`Balance of ${user.email}`}>
          <StatTile label="Balance" value={<Money use="exact" microUsd={balance.balanceMicroUsd} />} />
          <StatTile
            label="Spent today (UTC)"
            value={<Money use="exact" microUsd={balance.spendTodayMicroUsd} />}
          />
          <StatTile label="On hold" value={<Money use="exact" microUsd={balance.heldMicroUsd} />} />
          <StatTile label="Owed" value={<Money use="exact" microUsd={balance.debtMicroUsd} />} />
        </StatGrid>
      </div>
      <div className="mt-8 grid gap-8 lg:grid-cols-2">
        <GrantForm key={`${user.id} grant`} user={user} formKey={formKey} />
        <AdjustForm key={`${user.id} adjust`} user={user} formKey={formKey} />
      </div>
      <Section
        title="Ledger"
        lead={`Credits, holds and charges of ${user.email}, newest first.`}
        actions={
          <a
            className={buttonClasses('secondary', 'm')}
            href={`/api/admin/billing/ledger/export?${new URLSearchParams({ userId: user.id, ...(apiKey !== null && { apiKey }) }).toString()}`}
          >
            <FileSpreadsheet aria-hidden="true" className="size-4" />
            Export, 30 days
          </a>
        }
      >
        <KeyFilter keys={keys} apiKey={apiKey} className="mb-4" />
        <DataTable
          caption="Ledger entries"
          noun="entries"
          table={table}
          columns={columns}
          rows={ledger.items}
          rowKey={({ id }) => id}
          total={ledger.total}
          empty={<EmptyState title="No entries yet">Grant credit, or wait for the first request.</EmptyState>}
        />
      </Section>
    </>
  );
}

function Reconciliation({ reconciliation, now, timeZone }: Props) {
  return (
    <Section
      id="books"
      title="Reconciliation"
      lead="The server checks the books when it starts and every hour."
    >
      {reconciliation === null ? (
        <Notice tone="info">
          The books haven’t been checked yet. The first check runs when the server starts.
        </Notice>
      ) : (
        <Notice tone={reconciliation.isOk ? 'good' : 'bad'}>
          <p>
            {reconciliation.isOk ? 'The books add up' : 'The books don’t add up'}:{' '}
            {formatCount(reconciliation.accounts)} accounts, {formatCount(reconciliation.entries)} entries,{' '}
            {formatCount(reconciliation.openHolds)} open holds. Checked{' '}
            <RelativeTime at={reconciliation.at} now={now} timeZone={timeZone} />.
          </p>
          {reconciliation.faults.length === 0 ? null : (
            <ul className="mt-2 list-disc pl-5">
              {reconciliation.faults.slice(0, 20).map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </Section>
  );
}
