import { forwardRef, useState, type ComponentPropsWithoutRef } from 'react';
import { formatCount, formatCountOf } from '../format-count';
import { controlClasses } from './control-classes';
import { Field, type FieldProps } from './field';

export type TextAreaProps = FieldProps &
  Omit<ComponentPropsWithoutRef<'textarea'>, 'children'> & {
    /** Counts the characters against this limit. Typing goes on past it, so that nothing pasted is cut off unseen. */
    countTo?: number;
    /** Grows with its text up to so many lines, then scrolls. */
    maxRows?: number;
  };

const LINE_PX = 24;
const EDGES_PX = 18;
const heightOf = (rows: number): number => rows * LINE_PX + EDGES_PX;
/** From here on the count is read aloud. */
const NEARLY_FULL = 0.9;

const explainTooMany = (count: number): string => `${formatCountOf(count, 'character')} too many.`;

/** Several lines; grows with its text where the browser can do that. */
export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
  {
    label,
    isLabelHidden,
    aside,
    hint,
    error,
    id,
    className,
    rows = 4,
    maxRows = 16,
    countTo,
    value,
    defaultValue,
    onChange,
    ...rest
  },
  ref,
) {
  const [typedLength, setTypedLength] = useState(String(defaultValue ?? '').length);
  const length = value === undefined ? typedLength : String(value).length;
  const tooMany = countTo === undefined ? 0 : Math.max(0, length - countTo);
  return (
    <Field
      {...{ label, isLabelHidden, aside, hint, id, className }}
      error={error ?? (tooMany > 0 ? explainTooMany(tooMany) : undefined)}
    >
      {(control) => (
        <>
          <textarea
            ref={ref}
            rows={rows}
            dir="auto"
            {...rest}
            {...control}
            {...(value === undefined ? { defaultValue } : { value })}
            onChange={(event) => {
              setTypedLength(event.currentTarget.value.length);
              onChange?.(event);
            }}
            // Where the browser sizes it by its text, `rows` has no effect.
            style={{ minHeight: heightOf(rows), maxHeight: heightOf(Math.max(rows, maxRows)), ...rest.style }}
            className={controlClasses('field-sizing-content py-2 leading-6')}
          />
          {countTo === undefined ? null : (
            <p className={`num self-end text-xs ${tooMany > 0 ? 'text-bad' : 'text-ink-3'}`}>
              <span role={length >= countTo * NEARLY_FULL ? 'status' : undefined}>
                <span className="sr-only">Characters: </span>
                {formatCount(length)} / {formatCount(countTo)}
              </span>
            </p>
          )}
        </>
      )}
    </Field>
  );
});
