import { type Diagnostic, parse, type Script, type Statement } from '../../src/index.js';
import type { Mutation } from './mutations.js';

const WORD = /[A-Za-z][A-Za-z0-9_]*/g;

/**
 * The lines of a changed script on which something may be said. A change to one line of a sound script can
 * honestly be told on these lines, and no others:
 *
 * 1. the lines that were touched;
 * 2. the other lines of a block or text of which a line was touched: what opens, divides and closes it, and
 *    those of the block directly around it;
 * 3. lines that share a name with a touched line: deleting a SET leaves the places that read it without a
 *    value, deleting the only place that reads it leaves the SET without a use;
 * 4. when a PROMPT, a RUN, or what ends a batch or a turn was touched: the PROMPTs, RUNs and the first line of
 *    that batch, since one needs the other;
 * 5. when a LOOP was touched, its BREAKs;
 * 6. when the beginning or end of a batch was touched, the BATCH_STARTs, which may stand inside of one now;
 * 7. when a LOAD was touched, the other LOADs, and the OUTPUTs that are named after its files.
 *
 * And whatever refers to a touched line as its reason may be said anywhere.
 */
export function relatedLines(mutation: Mutation): Set<number> {
  const allowed = new Set(mutation.touchedAfter);
  const addOld = (line: number): void => {
    allowed.add(mutation.newLine(line));
  };
  const touched = new Set(mutation.touchedBefore);
  const linesBefore = mutation.before.split('\n');
  const linesAfter = mutation.after.split('\n');
  const wordsTouched = [
    ...mutation.touchedBefore.map((line) => linesBefore[line - 1] ?? ''),
    ...mutation.touchedAfter.map((line) => linesAfter[line - 1] ?? ''),
  ].join('\n');

  for (const word of namesOf(mutation)) {
    if (!wordsTouched.toUpperCase().includes(word)) continue;
    linesAfter.forEach((text, index) => {
      if ([...text.matchAll(WORD)].some(([found]) => found.toUpperCase() === word)) allowed.add(index + 1);
    });
  }

  const { tree } = parse(mutation.before);
  const isTouched = (from: number, to: number): boolean =>
    [...touched].some((line) => line >= from && line <= to);
  for (const line of tree.lines) {
    const [from, to] = [line.range.start.line, line.range.end.line];
    if (!isTouched(from, to)) continue;
    addOld(from);
    addOld(to);
  }
  for (const block of enclosingBlocks(tree, isTouched)) block.forEach(addOld);
  if (
    /\b(PROMPT|RUN|BREAK|SKIP|HALT|ELSE|IF|LOOP|STEP|BATCH|"""|")/.test(wordsTouched) ||
    /["\n]/.test(wordsTouched)
  ) {
    for (const line of tree.lines) {
      const sameBatch = batchLines(tree, line.range.start.line);
      const near =
        sameBatch !== null && [...touched].some((old) => old >= sameBatch[0] && old <= sameBatch[1] + 1);
      if (near && ['prompt', 'run', 'batch-start', 'break'].includes(line.kind))
        addOld(line.range.start.line);
    }
  }
  if (wordsTouched.includes('BATCH')) {
    for (const line of tree.lines) if (line.kind === 'batch-start') addOld(line.range.start.line);
  }
  if (/\bLOAD\b/.test(wordsTouched)) {
    for (const line of tree.lines)
      if (line.kind === 'output' || line.kind === 'load') addOld(line.range.start.line);
  }
  return allowed;
}

/** Every name of either text, in upper case. */
function namesOf({ before, after }: Mutation): Set<string> {
  const names = new Set<string>();
  for (const text of [before, after]) {
    for (const line of parse(text).tree.lines) {
      if ((line.kind === 'get' || line.kind === 'set' || line.kind === 'global') && line.name !== null) {
        names.add(line.name.name);
        if (line.name.name.startsWith('LINES_')) {
          for (const [word] of text.split('\n')[line.range.start.line - 1]?.matchAll(WORD) ?? [])
            names.add(word.toUpperCase());
        }
      }
    }
  }
  return names;
}

/** The opening, dividing and closing lines of blocks that hold a touched line. */
function enclosingBlocks(tree: Script, isTouched: (from: number, to: number) => boolean): number[][] {
  const found: number[][] = [];
  const visit = (statements: readonly Statement[]): void => {
    for (const statement of statements) {
      if (statement.kind !== 'batch' && statement.kind !== 'if' && statement.kind !== 'loop') continue;
      const { start, end } = statement.range;
      if (!isTouched(start.line, end.line + 1)) continue;
      const divider = statement.kind === 'if' ? statement.else?.line.range.start.line : undefined;
      found.push([start.line, end.line, ...(divider === undefined ? [] : [divider])]);
      if (statement.kind === 'if') {
        visit(statement.then);
        visit(statement.else?.body ?? []);
      } else visit(statement.body);
    }
  };
  visit(tree.statements);
  return found;
}

/** Whether a diagnostic gives a touched line as its reason. */
export function refersToTouched(mutation: Mutation, diagnostic: Diagnostic): boolean {
  const lines = (diagnostic.related ?? []).map(({ range }) => range.start.line);
  return lines.some((line) => mutation.touchedAfter.includes(line));
}

function batchLines(tree: Script, line: number): readonly [number, number] | null {
  for (const { kind, range } of tree.statements) {
    if (kind === 'batch' && range.start.line <= line && line <= range.end.line)
      return [range.start.line, range.end.line];
  }
  return null;
}
