import { useState, type ChangeEvent } from 'react';
import { cleanName, EMPTY_NAME } from './clean-name';

/** A session's name while typing, and its sanitized form. `field` is for a TextField. */
export function useSessionName(initial: string | (() => string)) {
  const [name, setName] = useState(initial);
  const [complaint, setComplaint] = useState<string>();
  const cleaned = cleanName(name);
  return {
    cleaned,
    /** Whether the sanitized name is nonempty; otherwise the field shows an error. */
    check: (): boolean => {
      setComplaint(cleaned === '' ? EMPTY_NAME : undefined);
      return cleaned !== '';
    },
    field: {
      label: 'Name',
      value: name,
      autoComplete: 'off',
      error: complaint,
      hint: cleaned !== '' && cleaned !== name.trim() ? `Saved as “${cleaned}”.` : undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setName(event.currentTarget.value);
        setComplaint(undefined);
      },
    },
  };
}
