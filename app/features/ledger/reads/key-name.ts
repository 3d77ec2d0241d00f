import type { KeyName } from '../contract';

/** The API key of a row, by id and name. Without a name, it was deleted with its account. */
export const keyNameOf = (id: string | null, name: string | null): KeyName | null =>
  id === null ? null : { id, name: name ?? '' };
