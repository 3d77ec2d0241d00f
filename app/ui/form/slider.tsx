import { forwardRef, useState, type ComponentPropsWithoutRef, type CSSProperties } from 'react';
import { Field, type FieldProps } from './field';

export type SliderProps = FieldProps &
  Omit<
    ComponentPropsWithoutRef<'input'>,
    'children' | 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'
  > & {
    min: number;
    max: number;
    value?: number;
    defaultValue?: number | string;
    onValueChange?: (value: number) => void;
    /** Formats a value for display and screen readers: "0.7", "1,024 tokens". */
    format?: (value: number) => string;
  };

/** A number whose position in the range matters more than its exact value. A styled native range input. */
export const Slider = forwardRef<HTMLInputElement, SliderProps>(function Slider(
  {
    label,
    isLabelHidden,
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
    format = String,
    ...rest
  },
  ref,
) {
  const [moved, setMoved] = useState(
    Number(defaultValue === undefined || defaultValue === '' ? min : defaultValue),
  );
  const current = value ?? moved;
  const share = max === min ? 0 : ((current - min) / (max - min)) * 100;
  return (
    <Field
      {...{ label, isLabelHidden, hint, error, id, className }}
      aside={<output className="num text-s font-medium text-ink">{format(current)}</output>}
    >
      {(control) => (
        <input
          ref={ref}
          type="range"
          {...{ min, max, step }}
          {...rest}
          {...control}
          aria-valuetext={format(current)}
          {...(value === undefined ? { defaultValue: moved } : { value })}
          onChange={(event) => {
            setMoved(event.currentTarget.valueAsNumber);
            onValueChange?.(event.currentTarget.valueAsNumber);
          }}
          style={{ '--share': `${share.toFixed(2)}%` } as CSSProperties}
          className="slider"
        />
      )}
    </Field>
  );
});
