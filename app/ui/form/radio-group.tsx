import { useId, type ReactNode } from 'react';
import { cx } from '../cx';

type RadioOption<V extends string> = {
  value: V;
  label: ReactNode;
  /** Explains the option. */
  description?: ReactNode;
  isDisabled?: boolean;
};

type Props<V extends string> = {
  label: ReactNode;
  options: readonly RadioOption<V>[];
  name?: string;
  id?: string;
  required?: boolean;
  value?: V;
  defaultValue?: V | (string & {});
  onChange?: (value: V) => void;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
};

/** A choice of a few options with descriptions. Arrow keys change the selection. */
export function RadioGroup<V extends string>({
  label,
  options,
  name,
  id,
  required = false,
  value,
  defaultValue,
  onChange,
  hint,
  error,
  className,
}: Props<V>) {
  const ownId = useId();
  const groupId = id ?? ownId;
  return (
    <fieldset
      className={className}
      aria-describedby={cx(error && `${groupId}-error`, hint ? `${groupId}-hint` : undefined) || undefined}
    >
      <legend className="mb-1 text-s font-medium">{label}</legend>
      <div className="flex flex-col gap-1">
        {options.map((option, index) => (
          <label
            key={option.value}
            className={cx('flex items-start gap-2 py-0.5 text-s', option.isDisabled && 'opacity-55')}
          >
            <input
              type="radio"
              id={index === 0 ? groupId : undefined}
              name={name ?? ownId}
              value={option.value}
              required={required}
              disabled={option.isDisabled}
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={() => onChange?.(option.value)}
              className={cx(
                'my-0.5 size-4.5 shrink-0 appearance-none rounded-full border bg-surface transition-[border-width] duration-100 checked:border-[5.5px] checked:border-accent checked:hover:border-accent forced-colors:appearance-auto',
                error ? 'border-bad' : 'border-line-field hover:border-ink-3',
              )}
            />
            <span className="flex flex-col pt-0.5">
              {option.label}
              {option.description ? <span className="text-xs text-ink-3">{option.description}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={`${groupId}-error`} className="mt-1 text-s text-bad">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${groupId}-hint`} className="mt-1 text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
