import type { IToken } from 'chevrotain';
import type { NumberValue } from '../tree/expressions.js';
import { Draft } from './draft.js';
import { ExpressionParser, type Rule } from './expression-grammar.js';
import { NEEDS } from './needs.js';
import * as t from './tokens.js';

const k = t.keyword;

/**
 * The grammar of what follows a command on its line: one rule for each shape of command. Lines are parsed one
 * by one, so a mistake never reaches past its line; blocks are folded afterwards.
 */
export class LineParser extends ExpressionParser {
  draft = new Draft();

  constructor(options: { readonly validating: boolean }) {
    super(options);
    this.performSelfAnalysis();
  }

  readonly batchStart: Rule = this.RULE('batchStart', () => {
    this.OPTION(() => this.#text(this.CONSUME(t.Text)));
    this.MANY(() => this.#word(this.CONSUME(t.ModeWord)));
  });

  readonly path: Rule = this.RULE('path', () => {
    this.#text(this.CONSUME(t.PathLike, { ERR_MSG: NEEDS.path }));
  });

  readonly load: Rule = this.RULE('load', () => {
    this.OPTION(() => this.#text(this.CONSUME(t.PathLike)));
    const as = this.CONSUME(k('AS'), { ERR_MSG: NEEDS.as });
    this.ACTION(() => (this.draft.link = as));
    this.#word(this.CONSUME(t.LoadTypeWord, { ERR_MSG: NEEDS.type }));
    this.OPTION2(() => {
      this.#subject(this.CONSUME(k('MATCH')));
      this.#optionText(this.CONSUME2(t.PathLike, { ERR_MSG: NEEDS.column }));
    });
  });

  readonly model: Rule = this.RULE('model', () => {
    this.#text(this.CONSUME(t.PathLike, { ERR_MSG: NEEDS.model }));
    this.MANY(() => {
      const option = this.#subject(this.CONSUME(t.ModelOption));
      const number = this.SUBRULE(this.number);
      this.#number(option, number);
    });
  });

  readonly limit: Rule = this.RULE('limit', () => {
    this.OR({
      DEF: [
        {
          ALT: () => {
            const number = this.SUBRULE(this.number);
            this.#number(null, number);
            this.OPTION(() => this.#word(this.CONSUME(k('XACT'))));
            this.MANY(() => this.SUBRULE(this.limitOption));
          },
        },
        {
          ALT: () => {
            this.SUBRULE2(this.limitOption);
            this.MANY2(() => this.SUBRULE3(this.limitOption));
          },
        },
      ],
      ERR_MSG: NEEDS.number,
    });
  });

  readonly limitOption: Rule = this.RULE('limitOption', () => {
    const option = this.#subject(this.CONSUME(t.LimitOption));
    const number = this.SUBRULE(this.number);
    this.#number(option, number);
  });

  readonly prompt: Rule = this.RULE('prompt', () => {
    this.#text(this.CONSUME(t.Text, { ERR_MSG: NEEDS.text }));
    this.OPTION(() => this.#word(this.CONSUME(k('OPTIMIZE'))));
  });

  readonly writeLog: Rule = this.RULE('writeLog', () => {
    this.#text(this.CONSUME(t.Text, { ERR_MSG: NEEDS.text }));
  });

  readonly step: Rule = this.RULE('step', () => {
    this.OPTION(() => this.#text(this.CONSUME(t.Text)));
  });

  readonly run: Rule = this.RULE('run', () => {
    this.MANY(() =>
      this.OR([
        { ALT: () => this.#word(this.CONSUME(t.RunFlag)) },
        { ALT: () => this.SUBRULE(this.retryOption) },
      ]),
    );
  });

  readonly retryOption: Rule = this.RULE('retryOption', () => {
    const option = this.#subject(this.CONSUME(k('RETRY')));
    const number = this.SUBRULE(this.number);
    this.#number(option, number);
  });

  readonly retry: Rule = this.RULE('retry', () => {
    const number = this.SUBRULE(this.number);
    this.#number(null, number);
  });

  readonly get: Rule = this.RULE('get', () => {
    this.#name(this.CONSUME(t.Word, { ERR_MSG: NEEDS.name }));
    this.OPTION(() => {
      const from = this.#subject(this.CONSUME(k('FROM')));
      this.ACTION(() => (this.draft.link = from));
      this.OR({
        DEF: [
          { ALT: () => this.SUBRULE(this.columnSource) },
          { ALT: () => this.SUBRULE(this.textSource) },
          {
            ALT: () => {
              this.#word(this.#subject(this.CONSUME(k('FILE'))));
              this.#optionText(this.CONSUME(t.PathLike, { ERR_MSG: NEEDS.path }));
            },
          },
        ],
        ERR_MSG: NEEDS.source,
      });
    });
  });

  readonly columnSource: Rule = this.RULE('columnSource', () => {
    const option = this.#subject(this.CONSUME(k('COL')));
    this.#word(option);
    this.OR({
      DEF: [
        { ALT: () => this.#optionText(this.CONSUME(t.Text)) },
        {
          ALT: () => {
            const number = this.SUBRULE(this.number);
            this.#number(option, number);
          },
        },
      ],
      ERR_MSG: NEEDS.cell,
    });
  });

  readonly textSource: Rule = this.RULE('textSource', () => {
    this.OR([
      { ALT: () => this.#word(this.#subject(this.CONSUME(k('JSON')))) },
      { ALT: () => this.#word(this.#subject(this.CONSUME(k('MATCH')))) },
    ]);
    this.#optionText(this.CONSUME(t.Text, { ERR_MSG: NEEDS.text }));
  });

  readonly assign: Rule = this.RULE('assign', () => {
    this.#name(this.CONSUME(t.Word, { ERR_MSG: NEEDS.name }));
    this.CONSUME(t.Equals, { ERR_MSG: NEEDS.equals });
    this.SUBRULE(this.condition);
  });

  readonly condition: Rule = this.RULE('condition', () => {
    const expression = this.SUBRULE(this.expression);
    this.ACTION(() => (this.draft.expression = expression));
  });

  readonly loop: Rule = this.RULE('loop', () => {
    this.OR({
      DEF: [
        { ALT: () => this.SUBRULE(this.retry) },
        {
          ALT: () => {
            this.#word(this.#subject(this.CONSUME(k('WHILE'))));
            this.SUBRULE(this.condition);
          },
        },
        {
          ALT: () => {
            this.#word(this.#subject(this.CONSUME(k('UNTIL'))));
            this.SUBRULE2(this.condition);
          },
        },
      ],
      ERR_MSG: NEEDS.loop,
    });
  });

  readonly error: Rule = this.RULE('error', () => {
    this.OR({
      DEF: [
        { ALT: () => this.#word(this.CONSUME(t.StopWord)) },
        {
          ALT: () => {
            this.SUBRULE(this.retryOption);
            this.OPTION(() => this.#word(this.CONSUME2(t.StopWord)));
          },
        },
      ],
      ERR_MSG: NEEDS.policy,
    });
  });

  readonly output: Rule = this.RULE('output', () => {
    this.#text(this.CONSUME(t.PathLike, { ERR_MSG: NEEDS.path }));
    this.MANY(() =>
      this.OR([
        { ALT: () => this.#word(this.CONSUME(t.Grouping)) },
        {
          ALT: () => {
            const option = this.#subject(this.CONSUME(k('FORMAT')));
            const value = this.CONSUME(t.FormatName, { ERR_MSG: NEEDS.format });
            this.ACTION(() => (this.draft.formats = [...this.draft.formats, { option, value }]));
          },
        },
        {
          ALT: () => {
            const option = this.#subject(this.CONSUME(k('FIELDS')));
            this.ACTION(() => (this.draft.fields = [...this.draft.fields, option]));
            this.SUBRULE(this.track);
          },
        },
      ]),
    );
  });

  readonly track: Rule = this.RULE('track', () => {
    this.#name(this.CONSUME(t.Word, { ERR_MSG: NEEDS.name }));
    this.MANY(() => {
      this.CONSUME(t.Comma);
      this.#name(this.CONSUME2(t.Word, { ERR_MSG: NEEDS.name }));
    });
  });

  // What actions note down. None of it happens while Chevrotain records the grammar.

  #subject(token: IToken): IToken {
    this.ACTION(() => (this.draft.subject = token));
    return token;
  }

  #text(token: IToken): void {
    this.ACTION(() => (this.draft.text = token));
  }

  #optionText(token: IToken): void {
    this.ACTION(() => (this.draft.optionText = token));
  }

  #name(token: IToken): void {
    this.ACTION(() => (this.draft.names = [...this.draft.names, token]));
  }

  #number(option: IToken | null, number: NumberValue): void {
    this.ACTION(() => (this.draft.numbers = [...this.draft.numbers, { option, number }]));
  }

  #word(token: IToken): void {
    this.ACTION(() => (this.draft.words = [...this.draft.words, token]));
  }
}
