import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyFix, type Diagnostic, type Fix, type Line, parse, plainText, validate } from '../src/index.js';
import { ENVIRONMENT } from './support/environment.js';
import { readPeople } from './support/people-file.js';
import { sampled } from './support/sampled.js';

const cases = readPeople(path.join(import.meta.dirname, 'people'));

/** A line of a script in its words: what it means but for case, blanks and quotes. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll('&quot;', '')
    .replaceAll('\\n', ' ')
    // A name is the same with an underscore for its dash.
    .replace(/(?<=[\p{L}\p{N}])[\u00ad\u2010-\u2015\u2212-](?=[\p{L}\p{N}])/gu, '_')
    .toUpperCase()
    .match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_"]/gu) ?? [];

function isWithin(words: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const word of all) if (word === words[at]) at += 1;
  return at === words.length;
}

/** The lines of which nothing is said: they mean what they say. */
function soundLines(script: string, diagnostics: readonly Diagnostic[]) {
  const { source, tree } = parse(script);
  const told = new Set(
    diagnostics
      .flatMap(({ range, related = [] }) => [range, ...related.map((each) => each.range)])
      .flatMap(({ start, end }) =>
        Array.from({ length: end.line - start.line + 1 }, (_, index) => start.line + index),
      ),
  );
  return tree.lines.flatMap((line) => {
    const { start, end } = line.range;
    const isTold = Array.from({ length: end.line - start.line + 1 }, (_, i) => start.line + i).some((each) =>
      told.has(each),
    );
    if (line.broken || line.kind === 'unknown' || isTold) return [];
    return [{ line, text: source.slice(line.range) }];
  });
}

/** What a fix does to the sound lines of a script; empty: nothing. */
function harmOf(script: string, diagnostics: readonly Diagnostic[], fix: Fix): string[] {
  const { source, tree } = parse(applyFix(script, fix));
  const after = tree.lines.map((line) => ({ line, text: source.slice(line.range) }));
  const harm: string[] = [];
  const used = new Set<Line>();
  for (const { line, text } of soundLines(script, diagnostics)) {
    if (ENDS.has(line.kind)) continue;
    const kept = after.find(
      (each) =>
        !used.has(each.line) && each.line.kind === line.kind && isWithin(wordsOf(text), wordsOf(each.text)),
    );
    if (kept === undefined) harm.push(`lost: ${text}`);
    else used.add(kept.line);
  }
  for (const { line } of after) {
    const loaded = line.kind === 'load' && line.path !== null ? (plainText(line.path) ?? '') : '';
    const count = (text: string): number => text.split(loaded).length;
    if (loaded !== '' && script.includes(loaded) && count(source.text) > count(script))
      harm.push(`loads twice: ${loaded}`);
  }
  return harm;
}

/** The end of a block goes with what it ends. */
const ENDS: ReadonlySet<string> = new Set(['end-loop', 'end-if', 'end-batch', 'else']);

describe('no fix of what people type changes what a sound line means', () => {
  it.each(sampled(cases))('%s', (_title, { typed }) => {
    const { diagnostics } = validate(typed, ENVIRONMENT);
    for (const { fixes = [], code } of diagnostics)
      for (const fix of fixes) expect(harmOf(typed, diagnostics, fix), `${code} ${fix.title}`).toEqual([]);
  });
});
