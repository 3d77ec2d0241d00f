import { cx } from './cx';
import {
  formatBalance,
  formatChange,
  formatCost,
  formatEstimate,
  formatExact,
  formatSpent,
  type MicroUsd,
} from './format-money';

type Props = { className?: string } & (
  | { use: 'balance' | 'spent' | 'exact' | 'change'; microUsd: MicroUsd }
  /** An estimate: typical and maximum cost. */
  | { use: 'estimate'; typical: MicroUsd; atMost: MicroUsd }
  /** The actual charge in the same format; a tooltip shows the exact amount. */
  | { use: 'estimate'; charged: MicroUsd }
);

/** An amount, formatted by its use: balance, spending, exact amount, change, or cost estimate. */
export function Money({ className, ...amount }: Props) {
  const classes = cx('num whitespace-nowrap', className);
  switch (amount.use) {
    case 'balance':
      return <span className={classes}>{formatBalance(amount.microUsd)}</span>;
    case 'spent':
      return (
        <span className={classes} title={formatExact(amount.microUsd)}>
          {formatSpent(amount.microUsd)}
        </span>
      );
    case 'exact':
      return <span className={classes}>{formatExact(amount.microUsd)}</span>;
    case 'change':
      return (
        <span className={cx(classes, amount.microUsd > 0 && 'text-good')}>
          {formatChange(amount.microUsd)}
        </span>
      );
    case 'estimate':
      if ('charged' in amount) {
        return (
          <span className={classes} title={formatExact(amount.charged)}>
            {formatCost(amount.charged)}
          </span>
        );
      }
      return <span className={classes}>{formatEstimate(amount.typical, amount.atMost)}</span>;
  }
}
