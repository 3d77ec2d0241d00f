import { forwardRef, useId, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { cx } from '../cx';

export type SwitchProps = Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'role' | 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** An on/off setting that applies at once. A checkbox underneath, so it works in any form. */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch(
  { label, hint, className, ...rest },
  ref,
) {
  const hintId = useId();
  return (
    <label className={cx('tappable flex min-h-6 items-start justify-between gap-4', className)}>
      <span className="flex flex-col">
        <span className="text-s font-medium">{label}</span>
        {hint ? (
          <span id={hintId} className="text-xs text-ink-3">
            {hint}
          </span>
        ) : null}
      </span>
      <input
        ref={ref}
        type="checkbox"
        // A checkbox says itself whether it is checked.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        aria-describedby={hint ? hintId : undefined}
        className={cx(
          'relative mt-px h-5 w-9 shrink-0 appearance-none rounded-full border border-line-field bg-sunken transition-colors duration-100',
          'before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-ink-3 before:transition-transform before:duration-100',
          'checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent disabled:opacity-55',
          'forced-colors:appearance-auto forced-colors:before:hidden',
        )}
        {...rest}
      />
    </label>
  );
});
