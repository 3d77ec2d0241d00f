import { ChevronDown } from 'lucide-react';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { controlClasses } from './control-classes';
import { Field, type FieldProps } from './field';

export type SelectProps = FieldProps & ComponentPropsWithoutRef<'select'>;

/** A native select, which works as usual on phones and with the keyboard. */
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { label, isLabelHidden, aside, hint, error, id, className, children, ...rest },
  ref,
) {
  return (
    <Field {...{ label, isLabelHidden, aside, hint, error, id, className }}>
      {(control) => (
        <span className="relative block">
          <select
            ref={ref}
            className={controlClasses('h-11 appearance-none truncate pr-8 sm:h-9')}
            {...rest}
            {...control}
          >
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
          />
        </span>
      )}
    </Field>
  );
});
