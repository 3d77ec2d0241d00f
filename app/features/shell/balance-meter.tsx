import { Link } from '@remix-run/react';
import { Money } from '~/ui/money';

/** The bar is full at five dollars, the smallest package. */
const FULL_MICRO_USD = 5_000_000;

/** What is left to spend, always in sight; leads to where it went. */
export function BalanceMeter({ balanceMicroUsd, isLow }: { balanceMicroUsd: number; isLow: boolean }) {
  const share = Math.min(1, Math.max(0, balanceMicroUsd / FULL_MICRO_USD));
  return (
    <Link
      to="/settings/usage"
      title="Usage"
      className="num inline-flex min-h-6 items-center gap-2 rounded-full border border-line py-1 pr-3 pl-2.5 text-s font-medium whitespace-nowrap no-underline hover:bg-chosen"
    >
      <svg viewBox="0 0 34 4" className={isLow ? 'w-8.5 text-warn' : 'w-8.5 text-accent'} aria-hidden="true">
        <rect width="34" height="4" rx="2" className="fill-line" />
        <rect width={34 * share} height="4" rx="2" fill="currentColor" />
      </svg>
      <span>
        <span className="sr-only">Balance: </span>
        <Money use="balance" microUsd={balanceMicroUsd} />
      </span>
    </Link>
  );
}
