import { useSearchParams } from '@remix-run/react';
import { useMemo } from 'react';
import { ButtonLink } from '~/ui/button-link';
import { DateRange } from '~/ui/date/date-range';
import { EmptyState } from '~/ui/empty-state';
import { formatSpent, microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { Notice } from '~/ui/notice';
import { PageFrame } from '~/ui/page/page-frame';
import { Section, Toolbar } from '~/ui/page/section';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { DataTable } from '~/ui/table/data-table';
import { Table } from '~/ui/table/table';
import { useTableState } from '~/ui/table/use-table-state';
import { ledgerColumns } from './ledger-columns';
import { paymentColumns } from './payment-columns';
import type { readBilling } from './read-billing.server';
import { BILLING_RANGE_DAYS } from './schema';

type Props = Awaited<ReturnType<typeof readBilling>>;

/** Balance, ledger and card payments. */
export function BillingPage({ timeZone, today, range, rangeError, balance, ledger, payments }: Props) {
  const columns = useMemo(() => ledgerColumns(timeZone), [timeZone]);
  const ofPayments = useMemo(() => paymentColumns(timeZone), [timeZone]);
  const table = useTableState({ pageSizes: [ledger.pageSize] });
  const [, setParams] = useSearchParams();
  return (
    <PageFrame
      title="Billing"
      lead="Your balance, every transaction, and your card payments."
      actions={
        <ButtonLink to="/top-up" variant="primary" className="min-h-11 sm:min-h-8.5">
          Top up
        </ButtonLink>
      }
    >
      <StatGrid label="Balance">
        <StatTile
          label="Balance"
          value={<Money use="balance" microUsd={balance.availableMicroUsd} />}
          note={
            balance.heldMicroUsd > 0
              ? `${formatSpent(balance.heldMicroUsd)} more is on hold`
              : balance.availableMicroUsd > 0
                ? 'ready to spend'
                : 'nothing to spend'
          }
        />
        {balance.debtCents > 0 ? (
          <StatTile
            label="Owed"
            value={
              <Money use="balance" microUsd={microUsdFromCents(balance.debtCents)} className="text-warn" />
            }
            note="after a refund or dispute; top up to continue"
          />
        ) : null}
        <StatTile
          label="Spent today"
          value={<Money use="spent" microUsd={balance.spendTodayMicroUsd} />}
          note="since midnight UTC"
        />
        <StatTile
          label="Timezone"
          value={timeZone}
          note="used for dates on this page"
          to="/account#preferences"
        />
      </StatGrid>
      <Section title="Ledger" lead="Credits, holds and charges, newest first.">
        <Toolbar label="Filter">
          <DateRange
            label="Dates"
            value={range}
            today={today}
            timeZone={timeZone}
            maxDays={BILLING_RANGE_DAYS}
            onChange={({ from, to }) => setParams({ from, to }, { preventScrollReset: true })}
          />
        </Toolbar>
        {rangeError === null ? null : (
          <Notice tone="warn" title={rangeError} className="mb-3">
            These are the last {BILLING_RANGE_DAYS} days instead.
          </Notice>
        )}
        <DataTable
          caption="Ledger entries"
          noun="entries"
          table={table}
          columns={columns}
          rows={ledger.items}
          rowKey={({ id }) => id}
          total={ledger.total}
          empty={
            <EmptyState title="No activity on these dates">
              Choose other dates to see credits, holds and charges.
            </EmptyState>
          }
        />
      </Section>
      <Section title="Recent payments" lead="Your last 10 card payments. Receipts are hosted by Stripe.">
        {payments.length === 0 ? (
          <EmptyState title="No card payments yet">
            When you top up, the payment and its receipt are listed here.
          </EmptyState>
        ) : (
          <Table
            caption="Recent payments"
            columns={ofPayments}
            rows={payments}
            rowKey={({ correlationId }) => correlationId}
          />
        )}
      </Section>
    </PageFrame>
  );
}
