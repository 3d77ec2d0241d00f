import type { TokenizerExtension, Tokens } from 'marked';

/** Longer text between delimiters is no formula; also bounds the search of unclosed ones. */
const WITHIN = String.raw`[^]{1,5000}?`;
const ROUND = String.raw`\\\(${WITHIN}\\\)`;
const SQUARE = String.raw`\\\[${WITHIN}\\\]`;
const DOLLARS = String.raw`\$\$${WITHIN}\$\$`;

const INLINE = new RegExp(`^(?:${ROUND}|${SQUARE}|${DOLLARS})`, 'u');
const BLOCK = new RegExp(String.raw`^ {0,3}(?:${SQUARE}|${DOLLARS})[ \t]*(?:\n|$)`, 'u');

/** A formula in TeX with its delimiters, as the model wrote it. */
export interface FormulaToken extends Tokens.Generic {
  type: 'formula';
  text: string;
}

const token = (raw: string): FormulaToken => ({ type: 'formula', raw, text: raw.trim() });

/** Keeps formulas as written: their backslashes, stars and underscores aren't Markdown. */
export const formulas: TokenizerExtension[] = [
  {
    name: 'formula',
    level: 'block',
    start: (text) => /^ {0,3}(?:\\\[|\$\$)/mu.exec(text)?.index,
    tokenizer: (text) => {
      const raw = BLOCK.exec(text)?.[0];
      return raw === undefined ? undefined : token(raw);
    },
  },
  {
    name: 'formula',
    level: 'inline',
    start: (text) => /\\[([]|\$\$/u.exec(text)?.index,
    tokenizer: (text) => {
      const raw = INLINE.exec(text)?.[0];
      return raw === undefined ? undefined : token(raw);
    },
  },
];
