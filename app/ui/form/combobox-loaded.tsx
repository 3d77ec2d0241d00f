import { useContext, useEffect, useRef, useState, type ComponentProps } from 'react';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../cx';
import { WaitingDots } from '../waiting-dots';
import type { LoadedComboboxProps } from './combobox-props';
import { controlClasses } from './control-classes';
import { Field } from './field';
import { useSuggestions, type Suggestion } from './use-suggestions';

const MIN_LENGTH = 2;
const DELAY_MS = 300;

export function LoadedCombobox({
  label,
  isLabelHidden,
  aside,
  hint,
  error,
  id,
  className,
  suggest,
  name,
  required = false,
  disabled = false,
  placeholder,
  text,
  onTextChange,
  onChoose,
  minLength = MIN_LENGTH,
  delayMs = DELAY_MS,
}: LoadedComboboxProps) {
  const { items, answered, isWaiting } = useSuggestions({
    text: disabled ? '' : text,
    suggest,
    minLength,
    delayMs,
  });
  const [chosenLabel, setChosenLabel] = useState<string>();
  const isChosen = text === chosenLabel; // no more suggestions for it
  return (
    <I18nProvider locale="en-US">
      <Field {...{ label, isLabelHidden, aside, hint, error, id, className }}>
        {(control) => (
          <ComboBox
            aria-label={typeof label === 'string' ? label : undefined}
            allowsCustomValue
            menuTrigger="input"
            items={isChosen ? [] : items}
            inputValue={text}
            onInputChange={onTextChange}
            value={null}
            onChange={(key) => {
              const chosen = items.find((item) => item.id === key);
              if (!chosen) return;
              setChosenLabel(chosen.label);
              onTextChange(chosen.label);
              onChoose?.(chosen);
            }}
            isDisabled={disabled}
            isInvalid={control['aria-invalid'] ?? false}
          >
            <SuggestionInput {...control} {...{ name, required, placeholder, isWaiting }} />
            <SuggestionList answered={isChosen ? '' : answered} />
          </ComboBox>
        )}
      </Field>
    </I18nProvider>
  );
}

type InputProps = ComponentProps<typeof Input> & { isWaiting: boolean };

/** The input of a combobox. Shows at its end, after a short delay, and announces that suggestions are loading. */
export function SuggestionInput({ isWaiting, ...input }: InputProps) {
  return (
    <span className="relative block">
      <Input
        {...input}
        autoComplete="off"
        className={controlClasses(cx('h-11 sm:h-9', isWaiting && 'pr-10'))}
      />
      {isWaiting ? (
        <WaitingDots className="pointer-events-none absolute inset-y-0 right-3 animate-appear text-ink-3 [animation-delay:400ms] [animation-fill-mode:backwards]" />
      ) : null}
      <span role="status" className="sr-only">
        {isWaiting ? 'Loading suggestions' : ''}
      </span>
    </span>
  );
}

/**
 * The suggestions below an input. Items come from the surrounding ComboBox, which opens the list while the user types
 * only if it has items by then. For later results this opens it, once per text.
 */
export function SuggestionList({ answered }: { answered: string }) {
  const combobox = useContext(ComboBoxStateContext);
  const shownFor = useRef('');
  useEffect(() => {
    if (answered === '' || combobox?.isOpen) shownFor.current = answered;
    else if (answered !== shownFor.current && combobox?.isFocused) combobox.open(null, 'input');
  }, [answered, combobox]);
  return (
    <Popover
      offset={4}
      isNonModal
      style={{ zIndex: 'var(--layer-popover)' }}
      className="w-(--trigger-width) overflow-y-auto rounded-2 border border-line bg-surface p-1 shadow-2"
    >
      <ListBox<Suggestion> className="outline-none">
        {({ id, label, description }) => (
          <ListBoxItem
            key={id}
            id={id}
            textValue={label}
            className="flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-1 px-2.5 text-s outline-none data-focused:bg-chosen sm:min-h-8"
          >
            <span className="truncate" title={label}>
              {label}
            </span>
            {description ? <span className="shrink-0 text-xs text-ink-3">{description}</span> : null}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
