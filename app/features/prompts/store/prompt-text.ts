import { parseVariables } from '../variables/parse-variables';

/** Length of the text on a card. */
const PREVIEW_CHARACTERS = 280;

/** The stored text and its excerpt for lists, which are always written together. */
export const textColumns = (content: string) => ({
  content,
  preview: beginningOf(content, PREVIEW_CHARACTERS),
  variableCount: parseVariables(content).variables.length,
});

/** The first characters of a text, without splitting a surrogate pair. */
export const beginningOf = (text: string, characters: number): string =>
  Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join('');
