import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { buttonClasses, type ButtonVariant, type ButtonSize } from './button-variant';
import { cx } from './cx';

export type ButtonProps = ComponentPropsWithoutRef<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Something is under way: the button keeps its width, says so, and does nothing when pressed again. */
  isBusy?: boolean;
};

/** Does something here. For going somewhere use ButtonLink. */
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
      {isBusy ? <BusyDots /> : null}
    </button>
  );
});

function BusyDots() {
  return (
    <span className="absolute inset-0 flex items-center justify-center gap-1" aria-hidden="true">
      {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
        <span key={delay} className={cx('size-1.25 animate-wait rounded-full bg-current', delay)} />
      ))}
    </span>
  );
}
