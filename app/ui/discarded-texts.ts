import { createContext } from 'react';

/** What somebody wrote and a control took away: the fields of a form by their names, or one text. */
export type DiscardedFields = Readonly<Record<string, string>>;

interface Discarded {
  id: string;
  place: string;
  fields: DiscardedFields;
  atMs: number;
}

/** Where such texts are kept: the product says, by the provider around every page. */
export interface DiscardedTexts {
  keep: (place: string, fields: DiscardedFields) => void;
  forget: (id: string) => void;
  /** All that is kept, as it is stored. */
  read: () => string | null;
  /** What of that was discarded at a place, the latest first. */
  at: (stored: string | null, place: string) => readonly Discarded[];
  /** Returns how to stop listening. */
  listen: (listener: () => void) => () => void;
}

const nothing = () => undefined;

export const DiscardedTextsContext = createContext<DiscardedTexts>({
  keep: nothing,
  forget: nothing,
  read: () => null,
  at: () => [],
  listen: () => nothing,
});
