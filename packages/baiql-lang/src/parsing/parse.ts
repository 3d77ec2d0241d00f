import type { DiagnosticCode } from '../diagnostics/severities.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import { foldBlocks, unfolded } from '../folding/fold.js';
import { Source } from '../source/source.js';
import type { Comment, Script } from '../tree/nodes.js';
import { LARGEST_SCRIPT, MOST_MISTAKES } from '../vocabulary/limits.js';
import { assembleLines, endOf, isBlock, isTextToken, type TokenLine } from './assemble.js';
import { type Lexed, lex, lexSegments } from './lexer.js';
import { findSegments } from './segments.js';
import type { LineSink } from './line-sink.js';
import { diagnosticsOf, parseLine } from './parse-line.js';
import { type Token, tokensOf } from './public-tokens.js';
import { type Straightened, straightenQuotes } from './typographic-quotes.js';

/** A parsed script: always a tree, however broken the text. */
export interface ParsedScript {
  readonly source: Source;
  readonly tree: Script;
  /** Every token with its place, comments included, in order. Made when first asked for. */
  readonly tokens: readonly Token[];
  /** False when blocks are nested so deeply that the tree has its lines unfolded. */
  readonly folded: boolean;
  /** What is wrong with lines and blocks, in order. `validate` says the rest. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses a script. Never throws, whatever the text. A text above 1 MB gives an empty tree and one diagnostic.
 */
export function parse(text: string): ParsedScript {
  return text.length > LARGEST_SCRIPT ? tooLarge(text) : parseSource(new Source(text));
}

function parseSource(source: Source): ParsedScript {
  const straightened = straightenQuotes(source);
  if (straightened !== null) return build(source, () => lex(straightened.text), straightened);
  const parsed = build(source, () => lex(source.text));
  // A lost quote of a text block makes every line after it look wrong: then the blocks are looked at again.
  const segments =
    isHopeful(parsed) && source.text.includes('"""') ? findSegments(source, isStatement) : null;
  if (segments === null) return parsed;
  const mended = build(source, () => lexSegments(source.text, segments));
  return mended.diagnostics.length <= parsed.diagnostics.length ? mended : parsed;
}

/** A text with hundreds of mistakes is no script: nothing is won by looking at it again. */
function isHopeful({ diagnostics }: ParsedScript): boolean {
  return diagnostics.length > 0 && diagnostics.length < MOST_MISTAKES;
}

/** Parses line by line; false when it was given up. */
function parseLines(sink: LineSink, lines: readonly TokenLine[]): boolean {
  for (const line of lines) {
    if (sink.diagnostics.length < MOST_MISTAKES) {
      parseLine(sink, line);
      continue;
    }
    const [first] = line;
    if (first === undefined) continue;
    const place = sink.source.range(first.startOffset, endOf(first));
    sink.diagnostics.push(
      report('BQ111', 'Too many mistakes: the rest of the script was not checked', place),
    );
    return false;
  }
  return true;
}

function isStatement(line: string): boolean {
  return diagnosticsOf(line).length === 0;
}

function build(source: Source, cut: () => Lexed, straightened: Straightened | null = null): ParsedScript {
  const text = straightened?.text ?? source.text;
  const lexed = cut();
  const assembled = assembleLines(text, lexed.tokens);
  const mistakes = straightened?.mistakes ?? [];
  const sink: LineSink = { source, trial: diagnosticsOf, lines: [], diagnostics: [...mistakes], restarts: 0 };
  const isHopeless = !parseLines(sink, assembled);
  const folded = isHopeless ? unfolded(sink.lines) : foldBlocks(source, sink.lines);
  const comments = lexed.comments.map((token): Comment => ({
    text: token.image,
    range: source.range(token.startOffset, endOf(token)),
  }));
  const tree: Script = {
    kind: 'script',
    range: source.range(0, source.text.length),
    statements: folded.statements,
    lines: sink.lines,
    comments,
  };
  const found = inOrder([...sink.diagnostics, ...folded.diagnostics]);
  let tokens: readonly Token[] | null = null;
  return {
    source,
    tree,
    folded: folded.unfolded !== true,
    diagnostics: endsInBlock(assembled) ? found.filter(({ code }) => !UNCLOSED_CODES.has(code)) : found,
    get tokens() {
      tokens ??= tokensFrom(text, cut);
      return tokens;
    },
  };
}

/** Lexes once more: hardly anybody asks, and keeping the tokens would double what a tree holds in memory. */
function tokensFrom(text: string, cut: () => Lexed): Token[] {
  const lexed = cut();
  return tokensOf(lexed, assembleLines(text, lexed.tokens));
}

const UNCLOSED_CODES: ReadonlySet<DiagnosticCode> = new Set(['BQ205', 'BQ206', 'BQ207']);

/** Whether an unclosed text block has swallowed the rest of the script, closing lines included. */
function endsInBlock(lines: readonly TokenLine[]): boolean {
  const last = lines.at(-1)?.at(-1);
  return last !== undefined && isTextToken(last) && last.payload.close === null && isBlock(last);
}

/** Diagnostics by their place; at one place, as they were found. */
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
