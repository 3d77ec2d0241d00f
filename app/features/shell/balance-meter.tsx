import { Link } from '@remix-run/react';
import { cx } from '~/ui/cx';
import { Money } from '~/ui/money';

/** The bar is full at five dollars, the smallest package. */
const FULL_MICRO_USD = 5_000_000;

type Props = { balanceMicroUsd: number; isLow: boolean; offersTopUp: boolean };

/** The available balance, always visible; links to its history, or to top-up when low. */
export function BalanceMeter({ balanceMicroUsd, isLow, offersTopUp }: Props) {
  const share = Math.min(1, Math.max(0, balanceMicroUsd / FULL_MICRO_USD));
  const part =
    'tappable inline-flex min-h-6 items-center py-1 whitespace-nowrap no-underline hover:bg-chosen';
  return (
    <div className="num inline-flex rounded-full border border-line text-s font-medium">
      <Link
        to="/settings/usage"
        title="Usage"
        className={cx(part, 'gap-2 pl-2.5', offersTopUp ? 'rounded-l-full pr-2.5' : 'rounded-full pr-3')}
      >
        <svg
          viewBox="0 0 34 4"
          className={cx(
            'w-8.5',
            isLow ? 'text-warn' : 'text-accent',
            offersTopUp ? 'max-lg:hidden' : 'max-[22.5rem]:hidden',
          )}
          aria-hidden="true"
        >
          <rect width="34" height="4" rx="2" className="fill-line" />
          <rect width={34 * share} height="4" rx="2" fill="currentColor" />
        </svg>
        <span>
          <span className="sr-only">Balance: </span>
          <Money use="balance" microUsd={balanceMicroUsd} />
        </span>
      </Link>
      {offersTopUp ? (
        <Link
          to="/top-up"
          // On narrow screens it is in the menu.
          className={cx(
            part,
            'rounded-r-full border-l border-line pr-3 pl-2.5 text-accent max-[22.5rem]:hidden',
          )}
        >
          Top up
        </Link>
      ) : null}
    </div>
  );
}
