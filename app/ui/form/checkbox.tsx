import { forwardRef, useId, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { cx } from '../cx';

export type CheckboxProps = Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
};

export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
  { label, hint, className, ...rest },
  ref,
) {
  const hintId = useId();
  return (
    <div className={cx('flex flex-col', className)}>
      <label className="inline-flex min-h-6 items-center gap-2 text-s">
        <input
          ref={ref}
          type="checkbox"
          aria-describedby={hint ? hintId : undefined}
          className="size-4 shrink-0 accent-accent"
          {...rest}
        />
        <span>{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="pl-6 text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
});
