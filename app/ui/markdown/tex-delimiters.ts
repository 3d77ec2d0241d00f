import type {} from 'remark-math';
import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';
import type {} from 'remark-parse';
import type { Processor } from 'unified';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    texFormula: 'texFormula';
    texDelimiter: 'texDelimiter';
    texContent: 'texContent';
  }
}

const BACKSLASH = 92;
/** The code of a closing delimiter by that of the opening one: `\(…\)` and `\[…\]`. */
const CLOSING = new Map<Code, number>([
  [40, 41],
  [91, 93],
]);
/** Longer text between delimiters is no formula; also bounds the lookahead of unclosed ones. */
const MAX_CHARACTERS = 5_000;

/** Line endings are negative codes. */
const isLineEnding = (code: Code): code is -5 | -4 | -3 => code !== null && code < -2;

/** `\(…\)` and `\[…\]` as a syntax of its own, so that code and escapes keep their backslashes. */
const formula: Construct = { name: 'texFormula', tokenize };

function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let closing = 0;
  let size = 0;

  return (code) => {
    effects.enter('texFormula');
    effects.enter('texDelimiter');
    effects.consume(code);
    return open;
  };

  function open(code: Code): State | undefined {
    const wanted = CLOSING.get(code);
    if (wanted === undefined) return nok(code);
    closing = wanted;
    effects.consume(code);
    effects.exit('texDelimiter');
    return between;
  }

  function between(code: Code): State | undefined {
    if (code === null || size > MAX_CHARACTERS) return nok(code);
    if (code === BACKSLASH) return effects.attempt({ tokenize: close }, ok, startOfContent)(code);
    if (isLineEnding(code)) {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return between;
    }
    return startOfContent(code);
  }

  function startOfContent(code: Code): State | undefined {
    effects.enter('texContent');
    effects.consume(code);
    size += 1;
    return code === BACKSLASH ? escaped : content;
  }

  /**
   * `\\` and `\{` are TeX; the second character closes nothing. An opening delimiter means that the one before was
   * none, which also keeps a text of many unclosed ones linear.
   */
  function escaped(code: Code): State | undefined {
    if (CLOSING.has(code)) return nok(code);
    if (code === null || isLineEnding(code)) return content(code);
    effects.consume(code);
    size += 1;
    return content;
  }

  function content(code: Code): State | undefined {
    if (code === null || isLineEnding(code) || code === BACKSLASH) {
      effects.exit('texContent');
      return between(code);
    }
    effects.consume(code);
    size += 1;
    return content;
  }

  function close(this: TokenizeContext, closers: Effects, closed: State, notClosed: State): State {
    return (code) => {
      closers.enter('texDelimiter');
      closers.consume(code);
      return (next) => {
        if (next !== closing) return notClosed(next);
        closers.consume(next);
        closers.exit('texDelimiter');
        closers.exit('texFormula');
        return closed;
      };
    };
  }
}

const syntax: Extension = { text: { [BACKSLASH]: formula } };

/** Reads `\(…\)` and `\[…\]` as the `inlineMath` nodes of remark-math; `\[…\]` stands on a line of its own. */
export function texDelimiters(this: Processor): void {
  const data = this.data();
  (data.micromarkExtensions ??= []).push(syntax);
  (data.fromMarkdownExtensions ??= []).push({
    enter: {
      texFormula(token) {
        this.enter({ type: 'inlineMath', value: '', data: { hName: 'code' } }, token);
        this.buffer();
      },
    },
    exit: {
      texFormula(token) {
        const value = this.resume().trim();
        const node = this.stack.at(-1);
        if (node?.type === 'inlineMath') {
          const isDisplay = this.sliceSerialize(token).startsWith('\\[');
          node.value = value;
          node.data = {
            hName: 'code',
            hProperties: { className: ['language-math', isDisplay ? 'math-display' : 'math-inline'] },
            hChildren: [{ type: 'text', value }],
          };
        }
        this.exit(token);
      },
      texContent(token) {
        this.config.enter.data?.call(this, token);
        this.config.exit.data?.call(this, token);
      },
    },
  });
}
