import type { IRecognitionException, IToken, TokenType } from 'chevrotain';
import type { Source } from '../source/source.js';
import type { Name, Text } from '../tree/expressions.js';
import type { Field } from '../tree/lines.js';
import { FIELD_KINDS } from '../vocabulary/file-kinds.js';
import type { Part } from '../vocabulary/parts.js';
import { allParts, COMMAND_ENTRIES } from '../vocabulary/vocabulary.js';
import { endOf, rangeOf, type TokenLine, wordOf } from './assemble.js';
import { buildText } from './build-text.js';
import { EMPTY_ALT } from './chevrotain.js';
import { ExpressionParser, type Rule } from './expression-parser.js';
import * as t from './tokens.js';

/** A parsed option; options of one kind exclude each other. */
export interface ReadOption {
  readonly token: IToken;
  readonly kind: string;
  end: number;
}

/** The parts of a line parsed so far. It survives an error: everything before it is kept. */
export interface ReadLine {
  /** Values of the node's fields. */
  readonly fields: Fields;
  /** The command, or the word that lacks a required part. */
  subject: IToken;
  /** The line's keywords, including the command. */
  readonly words: IToken[];
  readonly options: ReadOption[];
  exception: IRecognitionException | null;
}

type Fields = Record<string, unknown>;

/** The "required" message for a line that should have ended. */
export const END_OF_LINE = 'nothing more';

/**
 * The grammar of a script: lines, each a command with the parts that the table defines. An error ends its line, and the
 * parser continues with the next one. Blocks are folded afterward.
 */
export class LineParser extends ExpressionParser {
  #lines: ReadLine[] = [];

  readonly script: Rule = this.RULE('script', () => {
    this.MANY(() => {
      this.SUBRULE(this.line);
      this.CONSUME(t.Newline);
    });
  });

  readonly line: Rule = this.RULE(
    'line',
    () => {
      this.OR(this.#alternatives);
      this.OR1(this.#end);
    },
    {
      recoveryValueFunc: (exception) => {
        this.#line.exception = exception;
      },
    },
  );

  /** A line without a command is consumed to its end. */
  readonly unknown: Rule = this.rule('unknown', () => {
    const first = this.CONSUME(t.Anything);
    this.ACTION(() => this.#begin(first, {}));
    this.MANY(() => this.CONSUME2(t.Anything));
  });

  readonly names: Rule<void, [string]> = this.rule('names', (field: string) => {
    const first = this.CONSUME(t.Word, { ERR_MSG: 'a name' });
    this.ACTION(() => this.#add(field, this.name(first)));
    this.MANY(() => {
      this.CONSUME(t.Comma);
      const next = this.CONSUME2(t.Word, { ERR_MSG: 'a name' });
      this.ACTION(() => this.#add(field, this.name(next)));
    });
  });

  /** `score NUMBER, grade ("A", "B") OPTIONAL`. */
  readonly fields: Rule<void, [string]> = this.rule('fields', (field: string) => {
    const first = this.SUBRULE(this.field);
    this.ACTION(() => this.#add(field, first));
    this.MANY(() => {
      this.CONSUME(t.Comma);
      const next = this.SUBRULE2(this.field);
      this.ACTION(() => this.#add(field, next));
    });
  });

  readonly field: Rule<Field> = this.rule('field', () => {
    const name = this.CONSUME(t.Word, { ERR_MSG: 'a name' });
    let kind: IToken | undefined;
    let choices: readonly Text[] = [];
    this.OPTION(() => {
      this.OR([
        { ALT: () => (kind = this.CONSUME(t.typeOfWords(FIELD_KINDS))) },
        { ALT: () => (choices = this.SUBRULE(this.choices)) },
      ]);
    });
    const optional = this.OPTION2(() => this.CONSUME(t.keyword('OPTIONAL')));
    return this.ACTION((): Field => {
      for (const word of [kind, optional]) if (word !== undefined) this.#line.words.push(word);
      return {
        name: this.name(name),
        kind: kind === undefined ? null : (wordOf(this.source, kind) as Field['kind']),
        choices,
        optional: optional !== undefined,
        range: rangeOf(this.source, name, this.LA(0)),
      };
    });
  });

  readonly choices: Rule<readonly Text[]> = this.rule('choices', () => {
    const texts: IToken[] = [];
    this.CONSUME(t.OpenParen);
    this.AT_LEAST_ONE_SEP({
      SEP: t.Comma,
      ERR_MSG: 'a text',
      DEF: () => texts.push(this.CONSUME(t.Text, { ERR_MSG: 'a text' })),
    });
    this.CONSUME(t.CloseParen, { ERR_MSG: 'a closing )' });
    return this.ACTION(() => texts.map((text) => buildText(this.source, text)));
  });

  readonly #alternatives = [
    ...[...COMMAND_ENTRIES].map(([word, { syntax }]) => this.#command(word, syntax)),
    // Commands come first: remaining lines begin with none.
    { ALT: () => this.SUBRULE(this.unknown), IGNORE_AMBIGUITIES: true },
  ];

  readonly #end = {
    DEF: [{ GATE: () => this.#isAtEnd(), ALT: EMPTY_ALT() }],
    ERR_MSG: END_OF_LINE,
  };

  constructor(options: { readonly validating: boolean }) {
    super(options);
    this.performSelfAnalysis();
  }

  /** Parses lines of tokens to one result each. */
  read(source: Source, lines: readonly TokenLine[]): ReadLine[] {
    this.source = source;
    this.#lines = [];
    this.input = lines.flatMap((line) => [...line, newlineAfter(line)]);
    this.script();
    return this.#lines;
  }

  #command(word: string, takes: readonly Part[]): { ALT: () => void } {
    const type = t.keyword(word);
    const places = new Map(allParts(takes).map((part, index) => [part, index] as const));
    const read = this.#sequence(takes, places);
    const rule: Rule = this.rule(`after_${word}`, read);
    const blank = blankFields(takes);
    return {
      ALT: () => {
        const command = this.CONSUME(type);
        this.ACTION(() => this.#begin(command, { ...blank }));
        this.SUBRULE(rule);
      },
    };
  }

  /** Parses parts of a command; Chevrotain requires a distinct index for each call within a rule. */
  #sequence(parts: readonly Part[], places: ReadonlyMap<Part, number>): () => void {
    const readers = parts.map((part) => this.#reader(part, places.get(part) ?? 0, places));
    return () => {
      for (const read of readers) read();
    };
  }

  #reader(part: Part, place: number, places: ReadonlyMap<Part, number>): () => void {
    const within = (of: readonly Part[]): { ALT: () => void } => ({ ALT: this.#sequence(of, places) });
    switch (part.part) {
      case 'text':
      case 'path':
      case 'pattern': {
        const backslashes = part.part === 'text' ? undefined : part.part;
        const type = part.part === 'path' ? t.PathLike : t.Text;
        return this.#token(type, part, place, (token) => buildText(this.source, token, backslashes));
      }
      case 'name':
        return this.#token(t.Word, part, place, (token) => this.name(token));
      case 'word':
        return this.#token(t.typeOfWords(part.words), part, place, (token) => {
          if (part.lower !== true) this.#noteWord(token, part.words.length > 1 ? part.field : null);
          if (part.leads) this.#line.subject = token;
          return wordOf(this.source, token, part.lower);
        });
      case 'flag':
        return this.#token(t.typeOfWords(part.words), part, place, (token) => {
          this.#noteWord(token, null);
          return true;
        });
      case 'equals':
        return () => this.consume(place, t.Equals, { ERR_MSG: part.need });
      case 'number':
      case 'expression': {
        const rule: Rule<unknown> = part.part === 'number' ? this.number : this.expression;
        return () => {
          const value = this.subrule(place, rule);
          this.ACTION(() => this.#put(part.field, value));
        };
      }
      case 'reads':
        return () => this.subrule(place, this.names, { ARGS: [part.field] });
      case 'fields':
        return () => this.subrule(place, this.fields, { ARGS: [part.field] });
      case 'maybe': {
        const { ALT } = within(part.of);
        return () => this.option(place, ALT);
      }
      case 'either': {
        const alternatives = { DEF: part.of.map(within), ERR_MSG: part.need };
        return () => {
          this.or(place, alternatives);
        };
      }
      case 'any': {
        const alternatives = part.of.map(within);
        const read = (): void => {
          this.or(place, alternatives);
        };
        return () => this.many(place, read);
      }
    }
  }

  /** Stores one token in a field. */
  #token(
    type: TokenType,
    part: { readonly part: string; readonly field: string | null; readonly need?: string | null },
    place: number,
    make: (token: IToken) => unknown,
  ): () => void {
    const options = part.need == null ? {} : { ERR_MSG: part.need };
    const read = (): void => {
      const token = this.consume(place, type, options);
      this.ACTION(() => {
        const value = make(token);
        if (part.field !== null) this.#put(part.field, value);
      });
    };
    const isOptional = part.need === null && part.part !== 'word';
    return isOptional ? () => this.option(place, read) : read;
  }

  // Recording actions. None of them runs while Chevrotain records the grammar.

  #begin(first: IToken, fields: Fields): void {
    this.#lines.push({ fields, subject: first, words: [first], options: [], exception: null });
  }

  get #line(): ReadLine {
    const line = this.#lines.at(-1);
    if (line === undefined) throw new Error('No line has begun');
    return line;
  }

  #put(field: string, value: unknown): void {
    const { fields, options } = this.#line;
    fields[field] = value;
    const option = options.at(-1);
    if (option !== undefined) option.end = endOf(this.LA(0));
  }

  #add(field: string, item: Name | Field): void {
    const items = this.#line.fields[field] as readonly (Name | Field)[];
    this.#put(field, [...items, item]);
  }

  /** Mutually exclusive words are of one kind. */
  #noteWord(token: IToken, kind: string | null): void {
    const { words, options } = this.#line;
    words.push(token);
    options.push({ token, kind: kind ?? token.tokenType.name, end: endOf(token) });
  }

  #isAtEnd(): boolean {
    return this.LA(1).tokenType === t.Newline;
  }
}

/** Initial fields of a line's node. */
export function blankFields(parts: readonly Part[]): Fields {
  const fields: Fields = {};
  for (const part of allParts(parts)) {
    if (part.part === 'flag') fields[part.field] = false;
    else if (part.part === 'reads' || part.part === 'fields') fields[part.field] = [];
    else if ('field' in part && part.field !== null) fields[part.field] = null;
  }
  return fields;
}

function newlineAfter(line: TokenLine): IToken {
  const last = line.at(-1);
  const { tokenTypeIdx = 0 } = t.Newline;
  return { image: '', startOffset: last === undefined ? 0 : endOf(last), tokenType: t.Newline, tokenTypeIdx };
}
