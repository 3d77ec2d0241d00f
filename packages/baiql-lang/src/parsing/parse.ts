import type { DiagnosticCode } from '../diagnostics/severities.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import { foldBlocks } from '../folding/folder.js';
import { unfolded } from '../folding/roles.js';
import { Source } from '../source/source.js';
import type { Script } from '../tree/nodes.js';
import { MAX_SCRIPT_CHARACTERS } from '../vocabulary/limits.js';
import { assembleLines, isBlock, isTextToken, rangeOf, type TokenLine } from './assemble.js';
import { lex } from './lexer.js';
import { type LineSink, parseLines } from './parse-line.js';
import { type Token, tokensOf } from './public-tokens.js';

/** A parsed script; it has a tree even for invalid text. */
export interface ParsedScript {
  readonly source: Source;
  readonly tree: Script;
  /** Every token with its range, comments included, in order. Computed lazily. */
  readonly tokens: readonly Token[];
  /** False if blocks are nested too deeply, so that the tree's lines are unfolded. */
  readonly folded: boolean;
  /** Diagnostics of lines and blocks, in order. `validate` adds the others. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses a script. Never throws. A text above 1 MB gives an empty tree and one diagnostic. */
export function parse(text: string): ParsedScript {
  return text.length > MAX_SCRIPT_CHARACTERS ? tooLarge(text) : parseSource(new Source(text));
}

function parseSource(source: Source): ParsedScript {
  const { tokens: lexed, comments } = lex(source.text);
  const lines = assembleLines(source.text, lexed);
  const sink: LineSink = { source, lines: [], diagnostics: [] };
  const isWhole = parseInChunks(sink, lines);
  const folded = isWhole ? foldBlocks(source, sink.lines) : unfolded(sink.lines);
  const tree: Script = {
    kind: 'script',
    range: source.range(0, source.text.length),
    statements: folded.statements,
    lines: sink.lines,
    comments: comments.map((token) => ({
      text: token.image,
      range: rangeOf(source, token),
    })),
  };
  const found = inOrder([...sink.diagnostics, ...folded.diagnostics]);
  let tokens: readonly Token[] | null = null;
  return {
    source,
    tree,
    folded: folded.unfolded !== true,
    diagnostics: endsInBlock(lines.at(-1)) ? found.filter(({ code }) => !UNCLOSED_CODES.has(code)) : found,
    get tokens() {
      tokens ??= tokensOf(source.text);
      return tokens;
    },
  };
}

/** Lines per chunk: after too many errors the remaining chunks are skipped. */
const LINES_PER_CHUNK = 500;

/** Parses lines; false if there were too many errors and the rest was skipped. */
function parseInChunks(sink: LineSink, lines: readonly TokenLine[]): boolean {
  for (let start = 0; start < lines.length; start += LINES_PER_CHUNK) {
    if (!parseLines(sink, lines.slice(start, start + LINES_PER_CHUNK))) return false;
  }
  return true;
}

const UNCLOSED_CODES: ReadonlySet<DiagnosticCode> = new Set(['BQ205', 'BQ206', 'BQ207']);

/** True if an unclosed text block extends to the end of the script, including closers. */
function endsInBlock(lastLine: TokenLine | undefined): boolean {
  const last = lastLine?.at(-1);
  return last !== undefined && isTextToken(last) && last.payload.close === null && isBlock(last);
}

/** Sorts diagnostics by position; stable for equal positions. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((left, right) => left.range.start.offset - right.range.start.offset);
}

function tooLarge(text: string): ParsedScript {
  const source = new Source(text.slice(0, 1));
  const nowhere = source.range(0, 0);
  return {
    source,
    tree: { kind: 'script', range: nowhere, statements: [], lines: [], comments: [] },
    tokens: [],
    folded: true,
    diagnostics: [report('BQ109', 'The script is too large (more than 1 MB)', nowhere)],
  };
}
