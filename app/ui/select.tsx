import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { controlClasses } from './control-classes';
import { Field, type FieldProps } from './field';

export type SelectProps = FieldProps & ComponentPropsWithoutRef<'select'>;

/** The platform's own list, so that phones and keyboards work as their owners expect. */
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
          <svg
            aria-hidden="true"
            viewBox="0 0 12 12"
            className="pointer-events-none absolute top-1/2 right-2.5 size-3 -translate-y-1/2 text-ink-3"
          >
            <path
              d="M2.5 4.5 6 8l3.5-3.5"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.6"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </span>
      )}
    </Field>
  );
});
