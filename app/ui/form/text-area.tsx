import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { controlClasses } from './control-classes';
import { Field, type FieldProps } from './field';

export type TextAreaProps = FieldProps & Omit<ComponentPropsWithoutRef<'textarea'>, 'children'>;

/** Several lines; grows with its text where the browser can do that. */
export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
  { label, isLabelHidden, aside, hint, error, id, className, rows = 4, ...rest },
  ref,
) {
  return (
    <Field {...{ label, isLabelHidden, aside, hint, error, id, className }}>
      {(control) => (
        <textarea
          ref={ref}
          rows={rows}
          className={controlClasses('field-sizing-content max-h-96 py-2 leading-6')}
          {...rest}
          {...control}
        />
      )}
    </Field>
  );
});
