import { Form, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '../button';
import { TextField } from '../form/text-field';
import type { TableHandle } from './use-table-state';

/** Accepted by every list. Servers reject URLs of several thousand characters. */
const MAX_CHARACTERS = 200;

type Props = {
  table: TableHandle;
  /** The filter it sets. */
  name: string;
  label: string;
  placeholder?: string;
};

/** A search field, submitted by Enter or the button. A GET form, so it works without JavaScript. */
export function TableSearch({ table, name, label, placeholder }: Props) {
  const [params] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const value = table.filters[name] ?? '';
  const sent = useRef<string>();
  useEffect(() => {
    // Back, or "Clear filters", changed the URL. After our own submission the input is left alone, as more may have
    // been typed.
    if (input.current && sent.current !== value) input.current.value = value;
    sent.current = undefined;
  }, [value]);
  return (
    <Form
      method="get"
      role="search"
      aria-label={label}
      preventScrollReset
      onSubmit={() => {
        sent.current = input.current?.value;
      }}
      className="flex grow gap-2 sm:grow-0"
    >
      {[...params]
        .filter(([key]) => key !== name && key !== 'page' && key !== 'after')
        .map(([key, kept]) => (
          <input key={key} type="hidden" name={key} value={kept} />
        ))}
      <TextField
        ref={input}
        type="search"
        name={name}
        label={label}
        isLabelHidden
        placeholder={placeholder}
        maxLength={MAX_CHARACTERS}
        defaultValue={value}
        className="grow sm:w-72"
      />
      <Button type="submit" className="min-h-11 sm:min-h-9">
        Search
      </Button>
    </Form>
  );
}
