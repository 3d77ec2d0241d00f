import { forwardRef, useState, type ComponentPropsWithoutRef, type KeyboardEvent } from 'react';
import { controlClasses } from './control-classes';
import { Field, type FieldProps } from './field';
import { formatForSubmission, parseNumber, stepBy, type NumberRange } from './parse-number';

export type NumberFieldProps = FieldProps &
  NumberRange &
  Omit<
    ComponentPropsWithoutRef<'input'>,
    'children' | 'type' | 'min' | 'max' | 'step' | 'value' | 'onChange'
  > & {
    /** Makes the field controlled; null is an empty field. */
    value?: number | null;
    /** Called while typing, with null if the text is not a number. The form validates the range. */
    onValueChange?: (value: number | null) => void;
    /** Decimals shown on blur. */
    decimals?: number;
    /** Shown inside the field, before or after the number. */
    prefix?: string;
    unit?: string;
  };

/**
 * A number field that accepts "1,250". Arrow keys step, with Shift by ten. A text input underneath: native number
 * inputs discard what they can't parse, and the mouse wheel changes them by accident.
 */
export const NumberField = forwardRef<HTMLInputElement, NumberFieldProps>(function NumberField(
  {
    label,
    isLabelHidden,
    aside,
    hint,
    error,
    id,
    className,
    min,
    max,
    step = 1,
    value,
    defaultValue,
    onValueChange,
    decimals,
    prefix,
    unit,
    onBlur,
    onKeyDown,
    ...rest
  },
  ref,
) {
  const initial = value === undefined ? defaultValue : value;
  const [text, setText] = useState(
    typeof initial === 'number' ? formatForSubmission(initial, decimals) : String(initial ?? ''),
  );
  // A value changed from outside replaces the text.
  const shown =
    value === undefined || parseNumber(text) === value || (value === null && parseNumber(text) === null)
      ? text
      : value === null
        ? ''
        : formatForSubmission(value, decimals);

  const change = (next: string) => {
    setText(next);
    onValueChange?.(parseNumber(next));
  };
  const tidy = () => {
    const typed = parseNumber(shown);
    if (typed !== null) change(formatForSubmission(typed, decimals));
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.key === 'Enter') tidy(); // submit the same value that leaving the field would produce
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const count = (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1);
    change(formatForSubmission(stepBy(parseNumber(shown), count, { min, max, step }), decimals));
  };
  return (
    <Field {...{ label, isLabelHidden, aside, hint, error, id, className }}>
      {(control) => (
        <span className="relative block">
          {prefix ? (
            <span aria-hidden="true" className="absolute inset-y-0 left-2.5 flex items-center text-ink-3">
              {prefix}
            </span>
          ) : null}
          <input
            ref={ref}
            type="text"
            inputMode={Number.isInteger(step) && decimals === undefined ? 'numeric' : 'decimal'}
            autoComplete="off"
            {...rest}
            {...control}
            className={controlClasses(`num h-11 sm:h-9 ${prefix ? 'pl-6' : ''} ${unit ? 'pr-16' : ''}`)}
            value={shown}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={handleKey}
            onBlur={(event) => {
              tidy();
              onBlur?.(event);
            }}
          />
          {unit ? (
            <span
              aria-hidden="true"
              className="absolute inset-y-0 right-2.5 flex items-center text-s text-ink-3"
            >
              {unit}
            </span>
          ) : null}
        </span>
      )}
    </Field>
  );
});

/** An amount in US dollars, submitted as a plain number with two decimals. */
export const MoneyField = forwardRef<
  HTMLInputElement,
  Omit<NumberFieldProps, 'prefix' | 'unit' | 'decimals'>
>(function MoneyField({ step = 0.01, ...rest }, ref) {
  return <NumberField ref={ref} prefix="$" decimals={2} step={step} {...rest} />;
});
