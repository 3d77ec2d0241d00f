import { parseVariables } from '../variables/parse-variables';

/** So much of a prompt's text is on its card. */
const PREVIEW_CHARACTERS = 280;

/** A text as its row keeps it, with what lists show in its place: whoever writes the one writes the others. */
export const textColumns = (content: string) => ({
  content,
  preview: beginningOf(content, PREVIEW_CHARACTERS),
  variableCount: parseVariables(content).variables.length,
});

/** The first characters of a text, none of them cut in half. */
export const beginningOf = (text: string, characters: number): string =>
  Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join('');
