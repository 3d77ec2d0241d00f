import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { buttonClasses, type ButtonVariant, type ButtonSize } from './button-variant';
import { cx } from './cx';
import { WaitingDots } from './waiting-dots';

export type ButtonProps = ComponentPropsWithoutRef<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Work is in progress: keeps the width, shows waiting dots, and ignores clicks. */
  isBusy?: boolean;
};

/** For actions. For navigation use ButtonLink. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  {
    variant = 'secondary',
    size = 'm',
    isBusy = false,
    type = 'button',
    className,
    children,
    onClick,
    ...rest
  },
  ref,
) {
  return (
    <button
      ref={ref}
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      className={buttonClasses(variant, size, className)}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      <span className={cx('inline-flex items-center gap-1.5', isBusy && 'opacity-0')}>{children}</span>
      {isBusy ? <WaitingDots className="absolute inset-0" /> : null}
    </button>
  );
});
