import type { IToken, ParserMethod, TokenType } from 'chevrotain';
import { foldName } from '../source/names.js';
import { Source } from '../source/source.js';
import { BINARY_OPERATORS, type Expression, type Name, type NumberValue } from '../tree/expressions.js';
import { rangeOf } from './assemble.js';
import { buildText } from './build-text.js';
import { defaultParserErrorProvider, EmbeddedActionsParser } from './chevrotain.js';
import * as t from './tokens.js';

const k = t.keyword;

export type Rule<Result = void, Arguments extends unknown[] = []> = ParserMethod<Arguments, Result>;

/** The grammar of expressions, from lowest to highest precedence; the grammar of commands builds on it. */
export class ExpressionParser extends EmbeddedActionsParser {
  /** Callbacks for the parsed parts. */
  source = new Source('');

  constructor(options: { readonly validating: boolean }) {
    super(t.GRAMMAR_TOKENS, {
      maxLookahead: 1,
      recoveryEnabled: true,
      skipValidations: !options.validating,
      errorMessageProvider: {
        ...defaultParserErrorProvider,
        // The table defines the message for a missing part.
        buildNoViableAltMessage: (details) =>
          details.customUserDescription ?? defaultParserErrorProvider.buildNoViableAltMessage(details),
        buildEarlyExitMessage: (details) =>
          details.customUserDescription ?? defaultParserErrorProvider.buildEarlyExitMessage(details),
      },
    });
  }

  readonly expression: Rule<Expression> = this.#chain('expression', () => this.conjunction, k('OR'));
  readonly conjunction: Rule<Expression> = this.#chain('conjunction', () => this.negation, k('AND'));

  readonly negation: Rule<Expression> = this.rule('negation', () => {
    const not = this.OPTION(() => this.CONSUME(k('NOT')));
    const operand = this.SUBRULE(this.comparison);
    return this.ACTION((): Expression => {
      if (not === undefined) return operand;
      const range = this.source.range(not.startOffset, operand.range.end.offset);
      return { kind: 'not', operand, range };
    });
  });

  readonly comparison: Rule<Expression> = this.rule('comparison', () => {
    let left = this.SUBRULE(this.sum);
    this.OPTION(() => {
      const operator = this.CONSUME(t.Comparator);
      const right = this.SUBRULE2(this.sum);
      left = this.ACTION(() => this.#binary(operator, left, right));
    });
    return left;
  });

  readonly sum: Rule<Expression> = this.#chain('sum', () => this.product, t.Sum);
  readonly product: Rule<Expression> = this.#chain('product', () => this.atom, t.Product);

  readonly atom: Rule<Expression> = this.rule('atom', () =>
    this.OR<Expression>({
      DEF: [
        { ALT: () => this.SUBRULE(this.number) },
        { ALT: () => this.#leaf(this.CONSUME(t.Text), (token) => buildText(this.source, token)) },
        {
          ALT: () =>
            this.#leaf(this.CONSUME(t.SwitchWord), (token) => ({
              kind: 'switch',
              on: token.image.toUpperCase() === 'ON',
              range: rangeOf(this.source, token),
            })),
        },
        { ALT: () => this.#leaf(this.CONSUME(t.Placeholder), (token) => this.name(token)) },
        { ALT: () => this.#leaf(this.CONSUME(t.Word), (token) => this.name(token)) },
        { ALT: () => this.SUBRULE(this.group) },
      ],
      ERR_MSG: 'a value',
    }),
  );

  readonly group: Rule<Expression> = this.rule('group', () => {
    const open = this.CONSUME(t.OpenParen);
    const inner = this.SUBRULE(this.expression);
    const close = this.CONSUME(t.CloseParen, { ERR_MSG: 'a closing )' });
    return this.ACTION(() => ({ kind: 'group', inner, range: rangeOf(this.source, open, close) }));
  });

  readonly number: Rule<NumberValue> = this.rule('number', () => {
    const minus = this.OPTION(() => this.CONSUME(t.Minus));
    const digits = this.CONSUME(t.Num, { ERR_MSG: 'a number' });
    return this.ACTION(() => ({
      kind: 'number',
      value: Number((minus?.image ?? '') + digits.image),
      range: rangeOf(this.source, minus ?? digits, digits),
    }));
  });

  /** A rule within a line: errors are recovered at the end of the line, not inside it. */
  protected rule<Result, Arguments extends unknown[] = []>(
    name: string,
    read: (...given: Arguments) => Result,
  ): Rule<Result, Arguments> {
    return this.RULE(name, read, { resyncEnabled: false });
  }

  /** No token insertion or deletion within a line. */
  protected override canTokenTypeBeInsertedInRecovery(): boolean {
    return false;
  }

  protected override canTokenTypeBeDeletedInRecovery(): boolean {
    return false;
  }

  /** Operands joined by the same operator. */
  #chain(name: string, operand: () => Rule<Expression>, sign: TokenType): Rule<Expression> {
    return this.rule(name, () => {
      let left = this.SUBRULE(operand());
      this.MANY(() => {
        const operator = this.CONSUME(sign);
        const right = this.SUBRULE2(operand());
        left = this.ACTION(() => this.#binary(operator, left, right));
      });
      return left;
    });
  }

  #leaf(token: IToken, make: (token: IToken) => Expression): Expression {
    return this.ACTION(() => make(token));
  }

  /** A name from a word or from a placeholder outside a text. */
  protected name(token: IToken): Name {
    const braces = token.tokenType === t.Placeholder;
    const written = braces ? token.image.slice(1, -1) : token.image;
    return { kind: 'name', name: foldName(written), written, braces, range: rangeOf(this.source, token) };
  }

  #binary({ image }: IToken, left: Expression, right: Expression): Expression {
    const operator = BINARY_OPERATORS.find((each) => each === image.toUpperCase());
    if (operator === undefined) throw new Error(`Not an operator: ${image}`);
    const range = this.source.range(left.range.start.offset, right.range.end.offset);
    return { kind: 'binary', operator, left, right, range };
  }
}
