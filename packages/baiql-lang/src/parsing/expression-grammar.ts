import type { IToken, ParserMethod } from 'chevrotain';
import type { Source } from '../source/source.js';
import type { Expression, NumberValue } from '../tree/expressions.js';
import * as build from './build-expression.js';
import { EmbeddedActionsParser } from './chevrotain.js';
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

export type Rule<Result = void> = ParserMethod<[], Result>;

/** The grammar of expressions, from the loosest binding to the tightest; what commands take builds on it. */
export class ExpressionParser extends EmbeddedActionsParser {
  source: Source | null = null;

  constructor(options: { readonly validating: boolean }) {
    super(t.GRAMMAR_TOKENS, {
      maxLookahead: 1,
      recoveryEnabled: false,
      skipValidations: !options.validating,
      errorMessageProvider: messageProvider,
    });
  }

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

  // What actions make. None of it happens while Chevrotain records the grammar.

  get #script(): Source {
    if (this.source === null) throw new Error('The parser was given no source');
    return this.source;
  }

  #leaf<Node>(token: IToken, make: (source: Source, token: IToken) => Node): Node {
    return this.ACTION(() => make(this.#script, token));
  }
}
