import { Lexer, type MarkedToken, type Token } from 'marked';

/** A Markdown text as a single line for a list, without markup. */
export function plainLine(markdown: string): string {
  return words(new Lexer({ gfm: true }).lex(markdown))
    .replace(/\s+/gu, ' ')
    .trim();
}

function words(tokens: readonly Token[]): string {
  return tokens.map((token) => wordsOf(token as MarkedToken)).join('');
}

function wordsOf(token: MarkedToken): string {
  switch (token.type) {
    case 'heading':
    case 'paragraph':
    case 'blockquote':
      return `${words(token.tokens)} `;
    case 'list':
      return token.items.map(({ tokens }, index) => `${markerOf(token, index)} ${words(tokens)} `).join('');
    case 'table':
      return [token.header, ...token.rows]
        .map((cells) => `${cells.map(({ tokens }) => words(tokens)).join(' | ')} `)
        .join('');
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
      return words(token.tokens);
    case 'text':
      return token.tokens ? `${words(token.tokens)} ` : decodeEntities(token.text);
    case 'code':
      return `${token.text} `;
    case 'codespan':
    case 'escape':
    case 'image':
      return token.text;
    case 'hr':
      return ' ';
    case 'br':
    case 'checkbox':
    case 'def':
    case 'html':
    case 'list_item':
    case 'space':
      return token.raw;
  }
}

/** Numbers are part of the text. */
function markerOf({ ordered, start }: Extract<MarkedToken, { type: 'list' }>, index: number): string {
  return ordered ? `${Number(start) + index}.` : '•';
}

/** The parser leaves these for HTML rendering. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

export const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/gu, (entity) => ENTITIES[entity] ?? entity);
