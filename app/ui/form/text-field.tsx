import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { controlClasses } from './control-classes';
import { Field, type FieldProps } from './field';

export type TextFieldProps = FieldProps & Omit<ComponentPropsWithoutRef<'input'>, 'children'>;

export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(
  { label, isLabelHidden, aside, hint, error, id, className, type = 'text', ...rest },
  ref,
) {
  return (
    <Field {...{ label, isLabelHidden, aside, hint, error, id, className }}>
      {(control) => (
        <input
          ref={ref}
          type={type}
          dir="auto"
          className={controlClasses('h-11 sm:h-9')}
          {...rest}
          {...control}
        />
      )}
    </Field>
  );
});
