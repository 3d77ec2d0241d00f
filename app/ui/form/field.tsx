import { useId, type ReactNode } from 'react';
import { cx } from '../cx';

/** Props that all form fields share. */
export type FieldProps = {
  label: ReactNode;
  /** Hides the label visually only. */
  isLabelHidden?: boolean | undefined;
  /** Shown at the end of the label line: a link, a count. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** One or more error messages. Most forms show only the first. */
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

/** Label, control, hint and error, linked to each other for assistive technology. */
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
