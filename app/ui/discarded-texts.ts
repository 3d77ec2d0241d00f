import { createContext } from 'react';

/** Text that was entered and then cleared by a control: form fields by name, or a single text. */
export type DiscardedFields = Readonly<Record<string, string>>;

interface Discarded {
  id: string;
  place: string;
  fields: DiscardedFields;
  atMs: number;
}

/** Storage of discarded texts, provided by the application through context. */
export interface DiscardedTexts {
  keep: (place: string, fields: DiscardedFields) => void;
  forget: (id: string) => void;
  /** Everything stored, serialized. */
  read: () => string | null;
  /** The stored texts discarded at a place, newest first. */
  at: (stored: string | null, place: string) => readonly Discarded[];
  /** Returns a function that stops listening. */
  subscribe: (listener: () => void) => () => void;
}

const nothing = () => undefined;

export const DiscardedTextsContext = createContext<DiscardedTexts>({
  keep: nothing,
  forget: nothing,
  read: () => null,
  at: () => [],
  subscribe: () => nothing,
});
