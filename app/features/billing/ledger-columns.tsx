import { StateBadge } from '~/ui/badge';
import { formatCount } from '~/ui/format-count';
import { Money } from '~/ui/money';
import { DateTime } from '~/ui/relative-time';
import type { Column } from '~/ui/table/table';
import type { LedgerItem } from './responses';

const count = (tokens: number | null) => (tokens === null ? '' : formatCount(tokens));

/** Where it is known, with the first words of the message that was sent. */
type Line = LedgerItem & { opening?: string | null };

/** Columns of all ledger tables. Amounts are exact, so that they add up on screen. */
export const ledgerColumns = (timeZone: string): readonly Column<Line>[] => [
  {
    key: 'when',
    header: 'When',
    cardSlot: 3,
    cell: ({ occurredAt, inputTokens, outputTokens }) => (
      <span className="flex flex-wrap gap-x-2">
        <DateTime at={occurredAt} timeZone={timeZone} />
        {inputTokens === null ? null : (
          <span className="whitespace-nowrap md:hidden">
            {formatCount(inputTokens)} in · {count(outputTokens)} out
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'what',
    header: 'What',
    cardSlot: 1,
    className: 'font-medium md:w-full md:font-normal',
    cell: ({ reason, modelName, isOpen, apiKey, opening }) => {
      const notes = [
        modelName === null ? null : reason,
        apiKey && `key ${apiKey.name || 'of a deleted account'}`,
      ].filter(Boolean);
      return (
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 wrap-anywhere md:flex-col">
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {modelName ?? reason}
            {isOpen ? <StateBadge state="waiting">Open hold</StateBadge> : null}
          </span>
          {opening ? (
            <span dir="auto" className="line-clamp-1 text-s font-normal text-ink-2">
              {opening}
            </span>
          ) : null}
          {notes.length === 0 ? null : (
            <span className="text-xs font-normal text-ink-3">{notes.join(' · ')}</span>
          )}
        </span>
      );
    },
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
    cardSlot: 2,
    className: 'max-md:font-medium',
    cell: ({ amountMicroUsd }) => <Money use="change" microUsd={amountMicroUsd} />,
  },
  {
    key: 'balance',
    header: 'Balance after',
    isNumber: true,
    cardSlot: 4,
    cell: ({ balanceAfterMicroUsd }) => (
      <>
        <span className="sr-only md:hidden">Balance after: </span>
        <Money use="exact" microUsd={balanceAfterMicroUsd} />
      </>
    ),
  },
];
