import { StateBadge, type State } from '~/ui/badge';
import { microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { DateTime } from '~/ui/relative-time';
import type { Column } from '~/ui/table/table';
import type { RecentPayment } from '~/features/payments';

const STATES: Record<RecentPayment['state'], { state: State; word: string }> = {
  credited: { state: 'good', word: 'Credited' },
  processing: { state: 'waiting', word: 'Processing' },
  refunded: { state: 'off', word: 'Refunded' },
  'partly-refunded': { state: 'off', word: 'Partly refunded' },
  disputed: { state: 'failed', word: 'Disputed' },
  'not-credited': { state: 'failed', word: 'In review' },
};

const dollars = (cents: number) => <Money use="balance" microUsd={microUsdFromCents(cents)} />;

export const paymentColumns = (timeZone: string): readonly Column<RecentPayment>[] => [
  {
    key: 'when',
    header: 'When',
    isTitle: true,
    cell: ({ occurredAt }) => <DateTime at={occurredAt} timeZone={timeZone} />,
  },
  { key: 'paid', header: 'Paid', isNumber: true, cell: ({ amountCents }) => dollars(amountCents) },
  {
    key: 'credited',
    header: 'Credited',
    isNumber: true,
    cell: ({ creditedCents }) => dollars(creditedCents),
  },
  {
    key: 'refunded',
    header: 'Refunded',
    isNumber: true,
    cell: ({ refundedCents, disputedCents }) =>
      refundedCents + disputedCents > 0 ? dollars(refundedCents + disputedCents) : '',
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ state }) => <StateBadge state={STATES[state].state}>{STATES[state].word}</StateBadge>,
  },
  {
    key: 'receipt',
    header: 'Receipt',
    cell: ({ receiptUrl, correlationId }) =>
      receiptUrl === null ? (
        ''
      ) : (
        <a
          href={receiptUrl}
          target="_blank"
          rel="noreferrer"
          className="underline"
          aria-label={`Open receipt for ${correlationId}`}
        >
          Open
        </a>
      ),
  },
];
