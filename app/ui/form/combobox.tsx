import { useId, useState } from 'react';
import { lazyComponent } from '../lazy-component';
import type { ComboboxProps, LoadedComboboxProps } from './combobox-props';
import { TextField } from './text-field';

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
