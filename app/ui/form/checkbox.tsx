import { Check, Minus } from 'lucide-react';
import {
  forwardRef,
  useEffect,
  useId,
  useRef,
  useImperativeHandle,
  type ComponentPropsWithoutRef,
  type ReactNode,
} from 'react';
import { cx } from '../cx';

export type CheckboxProps = Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'children'> & {
  label: ReactNode;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** Only some of the items it represents are selected. */
  isIndeterminate?: boolean;
};

export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
  { label, isLabelHidden, hint, error, isIndeterminate = false, className, ...rest },
  ref,
) {
  const hintId = useId();
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  useEffect(() => {
    if (input.current) input.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <div className={cx('flex flex-col', className)}>
      <label className="tappable inline-flex min-h-6 items-start gap-2 text-s">
        <span className="relative my-0.5 flex size-4.5 shrink-0">
          <input
            ref={input}
            type="checkbox"
            aria-describedby={cx(error && errorId, hint ? hintId : undefined) || undefined}
            aria-invalid={error ? true : undefined}
            {...rest}
            className="peer size-4.5 appearance-none rounded-[4px] border border-line-field bg-surface transition-colors duration-100 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-ink-3 disabled:opacity-55 aria-invalid:border-bad forced-colors:appearance-auto"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-0.75 hidden size-3 text-on-accent peer-checked:block peer-indeterminate:hidden forced-colors:hidden"
          />
          <Minus
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-0.75 hidden size-3 text-on-accent peer-indeterminate:block forced-colors:hidden"
          />
        </span>
        <span className={cx('pt-0.5', isLabelHidden && 'sr-only')}>{label}</span>
      </label>
      {error ? (
        <p id={errorId} className="pl-6.5 text-s text-bad">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="pl-6.5 text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
});
