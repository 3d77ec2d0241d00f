import { useId, useState } from 'react';
import { lazyComponent } from '../lazy-component';
import type { FieldProps } from './field';
import { TextField } from './text-field';
import type { Suggest, Suggestion } from './use-suggestions';

export type ComboboxProps = FieldProps & {
  suggest: Suggest;
  id?: string;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  className?: string;
  value?: string;
  defaultValue?: string;
  /** Called for any text, typed or chosen. */
  onValueChange?: (text: string) => void;
  /** Called when a suggestion is chosen. */
  onChoose?: (suggestion: Suggestion) => void;
  /** Minimum number of characters before suggestions are requested. */
  minLength?: number;
  delayMs?: number;
};

export type LoadedComboboxProps = Omit<ComboboxProps, 'value' | 'defaultValue' | 'onValueChange' | 'id'> & {
  id: string;
  text: string;
  onTextChange: (text: string) => void;
};

/** The field without suggestions. */
function PlainField({
  text,
  onTextChange,
  label,
  hint,
  error,
  aside,
  isLabelHidden,
  ...rest
}: LoadedComboboxProps) {
  const { id, name, required, disabled, placeholder, className } = rest;
  return (
    <TextField
      {...{ label, hint, error, aside, isLabelHidden, id, name, required, disabled, placeholder, className }}
      autoComplete="off"
      value={text}
      onChange={(event) => onTextChange(event.currentTarget.value)}
    />
  );
}

const LoadedCombobox = lazyComponent(async () => (await import('./combobox-loaded')).LoadedCombobox, {
  fallback: PlainField,
  afterInteraction: true,
});

/** A text field with suggestions. A plain text field without JavaScript and until the first user interaction. */
export function Combobox({ value, defaultValue = '', onValueChange, onChoose, id, ...rest }: ComboboxProps) {
  const ownId = useId();
  const [typed, setTyped] = useState(defaultValue);
  const [news, setNews] = useState('');
  return (
    <>
      <LoadedCombobox
        {...rest}
        id={id ?? ownId}
        text={value ?? typed}
        onTextChange={(text) => {
          setTyped(text);
          setNews('');
          onValueChange?.(text);
        }}
        onChoose={(suggestion) => {
          setNews(`${suggestion.label} selected`);
          onChoose?.(suggestion);
        }}
      />
      <p role="status" className="sr-only">
        {news}
      </p>
    </>
  );
}
