import { useId, type ReactNode } from 'react';
import { cx } from '../cx';

/** What every field of a form may carry beside its control. */
export type FieldProps = {
  label: ReactNode;
  /** Hides the label from sight, never from assistive technology. */
  isLabelHidden?: boolean | undefined;
  /** Something small at the end of the label's line: a link, a count. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** One sentence, or several; the first that counts is enough for most forms. */
  error?: string | readonly string[] | null | undefined;
};

type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type Props = FieldProps & {
  id?: string | undefined;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** Label above, control, hint and error below, tied together for those who cannot see how they stand. */
export function Field({ label, isLabelHidden, aside, hint, error, id, className, children }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const errors = typeof error === 'string' ? [error] : (error ?? []);
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = errors.length > 0 ? `${controlId}-error` : undefined;
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <div className={cx('flex items-baseline justify-between gap-3', isLabelHidden && !aside && 'sr-only')}>
        <label htmlFor={controlId} className={cx('text-s font-medium', isLabelHidden && 'sr-only')}>
          {label}
        </label>
        {aside ? <span className="text-xs text-ink-3">{aside}</span> : null}
      </div>
      {children({
        id: controlId,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': errorId ? true : undefined,
      })}
      {errorId ? (
        <p id={errorId} className="text-s text-bad">
          {errors.join(' ')}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
