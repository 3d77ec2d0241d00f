import { ComboBox } from 'react-aria-components/ComboBox';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import type { LoadedComboboxProps } from './combobox';
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
  const { items, isWaiting } = useSuggestions({ text, suggest, minLength, delayMs });
  return (
    <I18nProvider locale="en-US">
      <Field {...{ label, isLabelHidden, aside, hint, error, id, className }}>
        {(control) => (
          <ComboBox
            aria-label={typeof label === 'string' ? label : undefined}
            allowsCustomValue
            menuTrigger="input"
            items={items}
            inputValue={text}
            onInputChange={onTextChange}
            value={null}
            onChange={(key) => {
              const chosen = items.find((item) => item.id === key);
              if (!chosen) return;
              onTextChange(chosen.label);
              onChoose?.(chosen);
            }}
            isDisabled={disabled}
            isInvalid={control['aria-invalid'] ?? false}
          >
            <Input
              {...control}
              name={name}
              required={required}
              placeholder={placeholder}
              autoComplete="off"
              className={controlClasses('h-11 sm:h-9')}
            />
            <SuggestionList />
          </ComboBox>
        )}
      </Field>
      <p role="status" className="sr-only">
        {isWaiting ? 'Looking for suggestions' : ''}
      </p>
    </I18nProvider>
  );
}

/** The list below a field; its items come from the combobox around it. */
export function SuggestionList() {
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
