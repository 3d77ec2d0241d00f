import { X } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { ComboBox } from 'react-aria-components/ComboBox';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { SuggestionInput, SuggestionList } from './combobox-loaded';
import { Field, type FieldProps } from './field';
import { useSuggestions, type Suggest, type Suggestion } from './use-suggestions';

type Props = FieldProps & {
  suggest: Suggest;
  value: readonly Suggestion[];
  onChange: (value: readonly Suggestion[]) => void;
  /** Allows custom values, added with Enter or a comma. */
  allowsCustom?: boolean;
  /** The form submits one field with this name per selected item, holding its id. */
  name?: string;
  id?: string;
  className?: string;
  minLength?: number;
  delayMs?: number;
  maxItems?: number;
};

/** Selects several suggestions or custom values. Backspace in the empty input removes the last one. */
export function MultiSelect({
  suggest,
  value,
  onChange,
  allowsCustom = false,
  name,
  id,
  minLength = 1,
  delayMs = 300,
  maxItems = Infinity,
  ...field
}: Props) {
  const ownId = useId();
  const [text, setText] = useState('');
  const [news, setNews] = useState('');
  const { items, answered, isWaiting } = useSuggestions({ text, suggest, minLength, delayMs });
  const offered = items.filter((item) => !value.some((chosen) => chosen.id === item.id));
  const isFull = value.length >= maxItems;

  function add(item: Suggestion) {
    setText('');
    if (value.some((chosen) => chosen.id === item.id) || isFull) return;
    onChange([...value, item]);
    setNews(`${item.label} added`);
  }
  function remove(item: Suggestion) {
    onChange(value.filter((chosen) => chosen.id !== item.id));
    setNews(`${item.label} removed`);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const last = value.at(-1);
    if (event.key === 'Backspace' && text === '' && last) remove(last);
    const isOnSuggestion = event.currentTarget.hasAttribute('aria-activedescendant');
    const typed = text.trim();
    if ((event.key === 'Enter' && !isOnSuggestion) || event.key === ',') {
      // Enter would submit the form.
      if (typed !== '' || event.key === ',') event.preventDefault();
      if (allowsCustom && typed !== '') add({ id: typed, label: typed });
    }
  }
  return (
    <I18nProvider locale="en-US">
      <Field {...field} id={id ?? ownId}>
        {(control) => (
          <>
            {value.length > 0 ? (
              <ul
                aria-label={typeof field.label === 'string' ? `${field.label}: chosen` : 'Chosen'}
                className="flex flex-wrap gap-1"
              >
                {value.map((item) => (
                  <li
                    key={item.id}
                    className="flex max-w-full items-center rounded-1 border border-line-strong bg-surface pl-2 text-s"
                  >
                    <span className="truncate" title={item.label}>
                      {item.label}
                    </span>
                    <button
                      type="button"
                      aria-label={`Remove ${item.label}`}
                      onClick={() => remove(item)}
                      className="rounded-[4px] p-1.5 text-ink-3 hover:bg-chosen hover:text-ink focus-visible:-outline-offset-2"
                    >
                      <X aria-hidden="true" className="size-3.5" />
                    </button>
                    {name === undefined ? null : <input type="hidden" name={name} value={item.id} />}
                  </li>
                ))}
              </ul>
            ) : null}
            <ComboBox
              aria-label={typeof field.label === 'string' ? field.label : undefined}
              allowsCustomValue
              menuTrigger="input"
              items={offered}
              inputValue={text}
              onInputChange={setText}
              value={null}
              onChange={(key) => {
                const chosen = offered.find((item) => item.id === key);
                if (chosen) add(chosen);
              }}
              isDisabled={isFull}
              isInvalid={control['aria-invalid'] ?? false}
            >
              <SuggestionInput {...control} {...{ onKeyDown, isWaiting }} />
              <SuggestionList answered={answered} />
            </ComboBox>
          </>
        )}
      </Field>
      <p role="status" className="sr-only">
        {news}
      </p>
    </I18nProvider>
  );
}
