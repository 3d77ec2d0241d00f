import { StateTag } from '~/ui/badge';
import { formatCount } from '~/ui/format-count';
import { Money } from '~/ui/money';
import { DateTime } from '~/ui/relative-time';
import type { Column } from '~/ui/table/table';
import type { LedgerItem } from './schema';

const count = (tokens: number | null) => (tokens === null ? '' : formatCount(tokens));

/** The columns of a ledger, wherever it is shown. Amounts are exact, so that they add up on screen. */
export const ledgerColumns = (timeZone: string): readonly Column<LedgerItem>[] => [
  {
    key: 'when',
    header: 'When',
    isTitle: true,
    cell: ({ occurredAt }) => <DateTime at={occurredAt} timeZone={timeZone} />,
  },
  {
    key: 'what',
    header: 'What',
    className: 'md:w-full',
    cell: ({ reason, modelName, isOpen }) => (
      <span className="flex min-w-0 flex-col items-end text-right wrap-anywhere md:items-start md:text-left">
        <span className="inline-flex flex-wrap items-center justify-end gap-x-2 md:justify-start">
          {reason}
          {isOpen ? <StateTag state="waiting">Open hold</StateTag> : null}
        </span>
        {modelName === null ? null : <span className="text-xs text-ink-3">{modelName}</span>}
      </span>
    ),
  },
  {
    key: 'in',
    header: 'Tokens in',
    isNumber: true,
    isSecondary: true,
    cell: ({ inputTokens }) => count(inputTokens),
  },
  {
    key: 'out',
    header: 'Tokens out',
    isNumber: true,
    isSecondary: true,
    cell: ({ outputTokens }) => count(outputTokens),
  },
  {
    key: 'amount',
    header: 'Amount',
    isNumber: true,
    cell: ({ amountMicroUsd }) => <Money use="change" microUsd={amountMicroUsd} />,
  },
  {
    key: 'balance',
    header: 'Balance after',
    isNumber: true,
    cell: ({ balanceAfterMicroUsd }) => <Money use="exact" microUsd={balanceAfterMicroUsd} />,
  },
];
