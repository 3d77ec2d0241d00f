import { forwardRef, useState, type ComponentPropsWithoutRef } from 'react';
import { formatCount, formatCountOf } from '../format-count';
import { controlClasses } from './control-classes';
import { Field, type FieldProps } from './field';

export type TextAreaProps = FieldProps &
  Omit<ComponentPropsWithoutRef<'textarea'>, 'children'> & {
    /**
     * Shows a character count against this limit. Longer text is accepted, so that pasted text isn't cut off silently.
     */
    countLimit?: number;
    /** Grows with its text up to this many lines, then scrolls. */
    maxRows?: number;
  };

const LINE_PX = 24;
const VERTICAL_PADDING_PX = 18;
const heightOf = (rows: number): number => rows * LINE_PX + VERTICAL_PADDING_PX;
/** From this share of the limit, the count is announced. */
const NEARLY_FULL = 0.9;

const explainTooMany = (count: number): string => `${formatCountOf(count, 'character')} too many.`;

/** A multi-line text field that grows with its text, if the browser supports it. */
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
    countLimit,
    value,
    defaultValue,
    onChange,
    ...rest
  },
  ref,
) {
  const [typedLength, setTypedLength] = useState(String(defaultValue ?? '').length);
  const length = value === undefined ? typedLength : String(value).length;
  const tooMany = countLimit === undefined ? 0 : Math.max(0, length - countLimit);
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
            // `rows` has no effect with field-sizing: content.
            style={{ minHeight: heightOf(rows), maxHeight: heightOf(Math.max(rows, maxRows)), ...rest.style }}
            className={controlClasses('field-sizing-content py-2 leading-6')}
          />
          {countLimit === undefined ? null : (
            <p className={`num self-end text-xs ${tooMany > 0 ? 'text-bad' : 'text-ink-3'}`}>
              <span role={length >= countLimit * NEARLY_FULL ? 'status' : undefined}>
                <span className="sr-only">Characters: </span>
                {formatCount(length)} / {formatCount(countLimit)}
              </span>
            </p>
          )}
        </>
      )}
    </Field>
  );
});
