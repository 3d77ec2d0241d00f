import type { IToken, ParserMethod } from 'chevrotain';
import type { Source } from '../source/source.js';
import type { Expression, NumberValue } from '../tree/expressions.js';
import { EmbeddedActionsParser } from './chevrotain.js';
import { Draft } from './draft.js';
import * as build from './build-expression.js';
import { NEEDS } from './needs.js';
import * as t from './tokens.js';

const k = t.keyword;

// Our own sentences are made from the requirement that was not met; see `syntax-error.ts`.
const messageProvider = {
  buildMismatchTokenMessage: () => '',
  buildNotAllInputParsedMessage: () => '',
  buildNoViableAltMessage: (details: { customUserDescription?: string }) =>
    details.customUserDescription ?? '',
  buildEarlyExitMessage: (details: { customUserDescription?: string }) => details.customUserDescription ?? '',
};

type Rule<Result = void> = ParserMethod<[], Result>;

/**
 * The grammar of what follows a command on its line: one rule for each shape of command. Lines are parsed one
 * by one, so a mistake never reaches past its line; blocks are folded afterwards.
 */
export class LineParser extends EmbeddedActionsParser {
  draft = new Draft();
  source: Source | null = null;

  constructor(options: { readonly validating: boolean }) {
    super(t.GRAMMAR_TOKENS, {
      maxLookahead: 1,
      recoveryEnabled: false,
      skipValidations: !options.validating,
      errorMessageProvider: messageProvider,
    });
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

  // Expressions, from the loosest binding to the tightest.

  readonly expression: Rule<Expression> = this.RULE('expression', () => {
    let left = this.SUBRULE(this.conjunction);
    this.MANY(() => {
      const operator = this.CONSUME(k('OR'));
      const right = this.SUBRULE2(this.conjunction);
      left = this.ACTION(() => build.binary(this.#script, operator, left, right));
    });
    return left;
  });

  readonly conjunction: Rule<Expression> = this.RULE('conjunction', () => {
    let left = this.SUBRULE(this.negation);
    this.MANY(() => {
      const operator = this.CONSUME(k('AND'));
      const right = this.SUBRULE2(this.negation);
      left = this.ACTION(() => build.binary(this.#script, operator, left, right));
    });
    return left;
  });

  readonly negation: Rule<Expression> = this.RULE('negation', () => {
    const not = this.OPTION(() => this.CONSUME(k('NOT')));
    const operand = this.SUBRULE(this.comparison);
    return this.ACTION(() => (not === undefined ? operand : build.not(this.#script, not, operand)));
  });

  readonly comparison: Rule<Expression> = this.RULE('comparison', () => {
    let left = this.SUBRULE(this.sum);
    this.OPTION(() => {
      const operator = this.CONSUME(t.Comparator);
      const right = this.SUBRULE2(this.sum);
      left = this.ACTION(() => build.binary(this.#script, operator, left, right));
    });
    return left;
  });

  readonly sum: Rule<Expression> = this.RULE('sum', () => {
    let left = this.SUBRULE(this.product);
    this.MANY(() => {
      const operator = this.CONSUME(t.Sum);
      const right = this.SUBRULE2(this.product);
      left = this.ACTION(() => build.binary(this.#script, operator, left, right));
    });
    return left;
  });

  readonly product: Rule<Expression> = this.RULE('product', () => {
    let left = this.SUBRULE(this.atom);
    this.MANY(() => {
      const operator = this.CONSUME(t.Product);
      const right = this.SUBRULE2(this.atom);
      left = this.ACTION(() => build.binary(this.#script, operator, left, right));
    });
    return left;
  });

  readonly atom: Rule<Expression> = this.RULE('atom', () =>
    this.OR<Expression>({
      DEF: [
        { ALT: () => this.SUBRULE(this.number) },
        { ALT: () => this.#leaf(this.CONSUME(t.Text), build.text) },
        { ALT: () => this.#leaf(this.CONSUME(t.SwitchWord), build.switchValue) },
        { ALT: () => this.#leaf(this.CONSUME(t.Placeholder), build.name) },
        { ALT: () => this.#leaf(this.CONSUME(t.Word), build.name) },
        { ALT: () => this.SUBRULE(this.group) },
      ],
      ERR_MSG: NEEDS.value,
    }),
  );

  readonly group: Rule<Expression> = this.RULE('group', () => {
    const open = this.CONSUME(t.OpenParen);
    const inner = this.SUBRULE(this.expression);
    const close = this.CONSUME(t.CloseParen, { ERR_MSG: NEEDS.closing });
    return this.ACTION(() => build.group(this.#script, open, inner, close));
  });

  readonly number: Rule<NumberValue> = this.RULE('number', () => {
    const minus = this.OPTION(() => this.CONSUME(t.Minus));
    const digits = this.CONSUME(t.Num, { ERR_MSG: NEEDS.number });
    return this.ACTION(() => build.number(this.#script, minus, digits));
  });

  // What actions note down. None of it happens while Chevrotain records the grammar.

  get #script(): Source {
    if (this.source === null) throw new Error('The parser was given no source');
    return this.source;
  }

  #leaf<Node>(token: IToken, make: (source: Source, token: IToken) => Node): Node {
    return this.ACTION(() => make(this.#script, token));
  }

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
