import { useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { formatBalance, formatUserBalance, microUsdFromCents } from '~/ui/format-money';
import type { LowBalance } from './low-balance.server';
import { dismissLowBalance, isLowBalanceDismissed } from '~/core/shared/low-balance-dismissal';

/** Shown on every page until dismissed for the session or resolved. */
export function LowBalanceWarning({ warnCents, ...balance }: LowBalance) {
  const [isDismissed, setIsDismissed] = useState(false);
  useEffect(() => setIsDismissed(isLowBalanceDismissed()), []);
  if (isDismissed) return null;
  return (
    <section
      aria-label="Low balance"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-warn-soft px-4 py-1.5 text-s text-warn md:px-5"
    >
      <p className="num grow" role="status">
        <strong className="font-semibold">Low balance: {formatUserBalance(balance)}.</strong>{' '}
        <span className="text-ink">Your warning level is {formatBalance(microUsdFromCents(warnCents))}.</span>
      </p>
      <div className="flex gap-2">
        <ButtonLink to="/top-up" size="s">
          Top up
        </ButtonLink>
        <Button
          variant="ghost"
          size="s"
          onClick={() => {
            dismissLowBalance();
            setIsDismissed(true);
          }}
        >
          Dismiss
        </Button>
      </div>
    </section>
  );
}
