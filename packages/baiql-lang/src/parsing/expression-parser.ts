import type { IToken, ParserMethod, TokenType } from 'chevrotain';
import type { Source } from '../source/source.js';
import type { Expression, NumberValue } from '../tree/expressions.js';
import * as build from './build-expression.js';
import { defaultParserErrorProvider, EmbeddedActionsParser } from './chevrotain.js';
import * as t from './tokens.js';

const k = t.keyword;

export type Rule<Result = void, Arguments extends unknown[] = []> = ParserMethod<Arguments, Result>;

/** The grammar of expressions, from the loosest binding to the tightest; what commands take builds on it. */
export class ExpressionParser extends EmbeddedActionsParser {
  source: Source | null = null;

  constructor(options: { readonly validating: boolean }) {
    super(t.GRAMMAR_TOKENS, {
      maxLookahead: 1,
      recoveryEnabled: true,
      skipValidations: !options.validating,
      errorMessageProvider: {
        ...defaultParserErrorProvider,
        // What is required is said by the table.
        buildNoViableAltMessage: (details) =>
          details.customUserDescription ?? defaultParserErrorProvider.buildNoViableAltMessage(details),
      },
    });
  }

  readonly expression: Rule<Expression> = this.#chain('expression', () => this.conjunction, k('OR'));
  readonly conjunction: Rule<Expression> = this.#chain('conjunction', () => this.negation, k('AND'));

  readonly negation: Rule<Expression> = this.rule('negation', () => {
    const not = this.OPTION(() => this.CONSUME(k('NOT')));
    const operand = this.SUBRULE(this.comparison);
    return this.ACTION(() => (not === undefined ? operand : build.not(this.writtenIn, not, operand)));
  });

  readonly comparison: Rule<Expression> = this.rule('comparison', () => {
    let left = this.SUBRULE(this.sum);
    this.OPTION(() => {
      const operator = this.CONSUME(t.Comparator);
      const right = this.SUBRULE2(this.sum);
      left = this.ACTION(() => build.binary(this.writtenIn, operator, left, right));
    });
    return left;
  });

  readonly sum: Rule<Expression> = this.#chain('sum', () => this.product, t.Sum);
  readonly product: Rule<Expression> = this.#chain('product', () => this.atom, t.Product);

  readonly atom: Rule<Expression> = this.rule('atom', () =>
    this.OR<Expression>({
      DEF: [
        { ALT: () => this.SUBRULE(this.number) },
        { ALT: () => this.#leaf(this.CONSUME(t.Text), build.text) },
        { ALT: () => this.#leaf(this.CONSUME(t.SwitchWord), build.switchValue) },
        { ALT: () => this.#leaf(this.CONSUME(t.Placeholder), build.name) },
        { ALT: () => this.#leaf(this.CONSUME(t.Word), build.name) },
        { ALT: () => this.SUBRULE(this.group) },
      ],
      ERR_MSG: 'a value',
    }),
  );

  readonly group: Rule<Expression> = this.rule('group', () => {
    const open = this.CONSUME(t.OpenParen);
    const inner = this.SUBRULE(this.expression);
    const close = this.CONSUME(t.CloseParen, { ERR_MSG: 'a closing )' });
    return this.ACTION(() => build.group(this.writtenIn, open, inner, close));
  });

  readonly number: Rule<NumberValue> = this.rule('number', () => {
    const minus = this.OPTION(() => this.CONSUME(t.Minus));
    const digits = this.CONSUME(t.Num, { ERR_MSG: 'a number' });
    return this.ACTION(() => build.number(this.writtenIn, minus, digits));
  });

  /** A rule within a line: mistakes are recovered from where the line ends, not in the middle of it. */
  protected rule<Result, Arguments extends unknown[] = []>(
    name: string,
    read: (...given: Arguments) => Result,
  ): Rule<Result, Arguments> {
    return this.RULE(name, read, { resyncEnabled: false });
  }

  /** Nothing is put in or left out to go on within a line. */
  protected override canTokenTypeBeInsertedInRecovery(): boolean {
    return false;
  }

  protected override canTokenTypeBeDeletedInRecovery(): boolean {
    return false;
  }

  /** Operands with the same operator between them. */
  #chain(name: string, operand: () => Rule<Expression>, sign: TokenType): Rule<Expression> {
    return this.rule(name, () => {
      let left = this.SUBRULE(operand());
      this.MANY(() => {
        const operator = this.CONSUME(sign);
        const right = this.SUBRULE2(operand());
        left = this.ACTION(() => build.binary(this.writtenIn, operator, left, right));
      });
      return left;
    });
  }

  protected get writtenIn(): Source {
    if (this.source === null) throw new Error('The parser was given no source');
    return this.source;
  }

  #leaf<Node>(token: IToken, make: (source: Source, token: IToken) => Node): Node {
    return this.ACTION(() => make(this.writtenIn, token));
  }
}
