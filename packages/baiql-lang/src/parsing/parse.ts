import type { DiagnosticCode } from '../diagnostics/severities.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import { foldBlocks, unfolded } from '../folding/fold.js';
import { Source } from '../source/source.js';
import type { Comment, Script } from '../tree/nodes.js';
import { LARGEST_SCRIPT, MOST_MISTAKES } from '../vocabulary/limits.js';
import { assembleLines, endOf, isBlock, isTextToken, type TokenLine } from './assemble.js';
import { findRepairs, type Repaired } from './find-repairs.js';
import { lexInChunks, lexSegments, lexSplit } from './lexer.js';
import { findSegments } from './segments.js';
import type { LineSink } from './line-sink.js';
import { diagnosticsOf, parseLine } from './parse-line.js';
import { contentEnd, startOf } from './repair.js';
import { type Token, tokensOf } from './public-tokens.js';
import type { Lexed } from './scanner.js';
import { straightenQuotes } from './typographic-quotes.js';

/** A parsed script: always a tree, however broken the text. */
export interface ParsedScript {
  readonly source: Source;
  readonly tree: Script;
  /**
   * Set where lines make sense once a slip is undone, such as a line end too many: the tree of what was meant. What
   * is said of a script speaks of it. Places inside of a mended word are a little off.
   */
  readonly meant?: Script;
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
  if (straightened !== null) return build(source, () => lexInChunks(straightened.text), straightened).script;
  const plain = build(source, () => lexInChunks(source.text));
  if (!isHopeful(plain.script)) return plain.script;
  // A lost quote of a text block makes every line after it look wrong: then the blocks are looked at again.
  const segments = source.text.includes('"""') ? findSegments(source, isStatement) : null;
  const inSegments = segments === null ? null : build(source, () => [lexSegments(source.text, segments)]);
  const { lines, mistakes, blocksDiffer } = plain;
  const repaired = findRepairs({ source, lines, mistakes, blocksDiffer }, isStatement);
  const asMeant = repaired === null ? null : withMeaning(plain.script, repaired);
  return [inSegments?.script, asMeant].reduce<ParsedScript>(
    (best, script) => (script && script.diagnostics.length <= best.diagnostics.length ? script : best),
    plain.script,
  );
}

/** The script as it is written, with what is to be said of it as it was meant. */
function withMeaning(plain: ParsedScript, { text, splits, mistakes }: Repaired): ParsedScript {
  const { script } = build(plain.source, () => [lexSplit(text, splits)], { text, mistakes });
  return {
    source: plain.source,
    tree: plain.tree,
    meant: script.tree,
    folded: plain.folded && script.folded,
    diagnostics: script.diagnostics,
    get tokens() {
      return plain.tokens;
    },
  };
}

/** A text with hundreds of mistakes is no script: nothing is won by looking at it again. */
function isHopeful({ diagnostics }: ParsedScript): boolean {
  return diagnostics.length > 0 && diagnostics.length < MOST_MISTAKES;
}

/** A script with something else in the place of what was mistyped, of the same length, and what is said of that. */
interface Reading {
  readonly text: string;
  readonly mistakes: readonly Diagnostic[];
}

/** Parses a line; false when there were so many mistakes that the rest is given up. */
function parseNext(sink: LineSink, line: TokenLine): boolean {
  if (sink.diagnostics.length < MOST_MISTAKES) {
    parseLine(sink, line);
    return true;
  }
  const place = sink.source.range(startOf(line), contentEnd(line.slice(0, 1)));
  const message = 'Too many mistakes: the rest of the script was not checked';
  sink.diagnostics.push(report('BQ111', message, place));
  return false;
}

function isStatement(line: string): boolean {
  return diagnosticsOf(line).length === 0;
}

/** A parsed script, and what it was made from. */
interface Built {
  readonly script: ParsedScript;
  /** Made anew when they are asked for, since hardly any script needs them. */
  readonly lines: readonly TokenLine[];
  /** What is wrong with lines. */
  readonly mistakes: readonly Diagnostic[];
  readonly blocksDiffer: boolean;
}

function build(source: Source, cut: () => Iterable<Lexed>, reading: Reading | null = null): Built {
  const text = reading?.text ?? source.text;
  const mistakes = reading?.mistakes ?? [];
  const sink: LineSink = { source, trial: diagnosticsOf, lines: [], diagnostics: [...mistakes], restarts: 0 };
  const comments: Comment[] = [];
  let isHopeless = false;
  let lastLine: TokenLine = [];
  for (const lexed of cut()) {
    for (const token of lexed.comments) {
      comments.push({ text: token.image, range: source.range(token.startOffset, endOf(token)) });
    }
    for (const line of assembleLines(text, lexed.tokens)) {
      isHopeless ||= !parseNext(sink, line);
      lastLine = line;
    }
  }
  const folded = isHopeless ? unfolded(sink.lines) : foldBlocks(source, sink.lines);
  const tree: Script = {
    kind: 'script',
    range: source.range(0, source.text.length),
    statements: folded.statements,
    lines: sink.lines,
    comments,
  };
  const found = inOrder([...sink.diagnostics, ...folded.diagnostics]);
  let tokens: readonly Token[] | null = null;
  const script: ParsedScript = {
    source,
    tree,
    folded: folded.unfolded !== true,
    diagnostics: endsInBlock(lastLine) ? found.filter(({ code }) => !UNCLOSED_CODES.has(code)) : found,
    get tokens() {
      tokens ??= tokensFrom(text, cut());
      return tokens;
    },
  };
  return {
    script,
    get lines() {
      return [...cut()].flatMap((lexed) => assembleLines(text, lexed.tokens));
    },
    mistakes: inOrder(sink.diagnostics),
    blocksDiffer: folded.diagnostics.length > 0,
  };
}

/** Lexes once more: hardly anybody asks, and keeping the tokens would double what a tree holds in memory. */
function tokensFrom(text: string, chunks: Iterable<Lexed>): Token[] {
  return [...chunks].flatMap((lexed) => tokensOf(lexed, assembleLines(text, lexed.tokens)));
}

const UNCLOSED_CODES: ReadonlySet<DiagnosticCode> = new Set(['BQ205', 'BQ206', 'BQ207']);

/** Whether an unclosed text block has swallowed the rest of the script, closing lines included. */
function endsInBlock(lastLine: TokenLine): boolean {
  const last = lastLine.at(-1);
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
