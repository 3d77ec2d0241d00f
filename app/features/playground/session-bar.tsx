import { formatCount } from '~/ui/format-count';
import { formatSessionCost, formatUsd } from '~/ui/format-money';
import type { Totals } from './turns';

/** Everything this session has sent, and what is left. */
export function SessionBar({ totals, balanceCents }: { totals: Totals; balanceCents: number }) {
  return (
    <section
      aria-label="Session totals"
      className="num flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line bg-surface px-5 py-2 text-xs text-ink-2"
    >
      <span>
        Session {formatCount(totals.requests)} {totals.requests === 1 ? 'request' : 'requests'}
      </span>
      <span>
        {formatCount(totals.inputTokens)} in · {formatCount(totals.outputTokens)} out
      </span>
      <span>{formatSessionCost(totals.costUsd)}</span>
      <span className="ml-auto rounded-full border border-line px-2.5 py-0.5">
        Remaining <b className="font-semibold text-ink">{formatUsd(balanceCents)}</b>
      </span>
    </section>
  );
}
