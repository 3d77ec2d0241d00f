const MAX_NAME_CHARACTERS = 160;
const COPY = ' (copy)';

/** The name of a copy, within what a name may have. */
export const copyName = (name: string): string =>
  `${name.slice(0, MAX_NAME_CHARACTERS - COPY.length)}${COPY}`;
