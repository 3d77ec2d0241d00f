import { forwardRef, useState } from 'react';
import { controlClasses } from './control-classes';
import { Field } from './field';
import type { TextFieldProps } from './text-field';

/** A password or other secret with a button to reveal it. Without JavaScript, a plain password field. */
export const PasswordField = forwardRef<HTMLInputElement, Omit<TextFieldProps, 'type'>>(
  function PasswordField({ label, isLabelHidden, aside, hint, error, id, className, ...rest }, ref) {
    const [isShown, setIsShown] = useState(false);
    return (
      <Field {...{ label, isLabelHidden, aside, hint, error, id, className }}>
        {(control) => (
          <div className="relative">
            <input
              ref={ref}
              type={isShown ? 'text' : 'password'}
              spellCheck={false}
              autoCapitalize="none"
              className={controlClasses('h-11 pr-16 sm:h-9')}
              {...rest}
              {...control}
            />
            <button
              type="button"
              aria-controls={control.id}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
              className="absolute inset-y-1 right-1 rounded-[4px] px-2.5 text-s font-medium text-ink-2 hover:bg-chosen hover:text-ink"
            >
              Show<span className="sr-only">: {label}</span>
            </button>
          </div>
        )}
      </Field>
    );
  },
);
