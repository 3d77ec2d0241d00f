import { Link } from '@remix-run/react';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { microUsdFromCents, microUsdFromUsd } from '~/ui/format-money';
import { Money } from '~/ui/money';
import type { Totals } from './turns';

type Props = {
  totals: Totals;
  availableMicroUsd: number;
  offersTopUp: boolean;
  /** Balance that a chat must not use, while there is one. */
  ccoCents: number | undefined;
};

/** Cost of this session and spendable balance, to a millionth of a dollar so that the figures agree. */
export function SessionBar({ totals, availableMicroUsd, offersTopUp, ccoCents }: Props) {
  return (
    <section
      aria-label="Session totals"
      className="num flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line bg-surface px-5 py-2 text-xs text-ink-2 print:hidden"
    >
      <span>Session {formatCountOf(totals.requests, 'request')}</span>
      <span>
        {formatCount(totals.inputTokens)} in · {formatCount(totals.outputTokens)} out
      </span>
      <Money use="exact" microUsd={microUsdFromUsd(totals.costUsd)} />
      {ccoCents === undefined ? null : (
        <span>
          Chat cutoff <Money use="balance" microUsd={microUsdFromCents(ccoCents)} />
        </span>
      )}
      {/* In a narrow window the balance is in the header, which stays visible. */}
      <div className="ml-auto flex items-center gap-3 max-lg:hidden">
        {offersTopUp ? (
          <Link to="/top-up" className="link">
            Top up
          </Link>
        ) : null}
        <span className="rounded-full border border-line px-2.5 py-0.5">
          Remaining <Money use="exact" microUsd={availableMicroUsd} className="font-semibold text-ink" />
        </span>
      </div>
    </section>
  );
}
