import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFix, type Diagnostic, validate } from '../src/index.js';
import { MUTATIONS } from './support/mutations.js';
import { SOUND_SCRIPTS } from './support/sound-scripts.js';

/** The same scripts each time, so that a share of them is a share and not a chance. */
const SEED = 2026;
const SCRIPTS_EACH = 300;

interface Damaged {
  readonly script: string;
  readonly diagnostics: readonly Diagnostic[];
}

const anything = fc.tuple(
  fc.constantFrom(...SOUND_SCRIPTS.map(({ text }) => text)),
  fc.maxSafeNat(),
  fc.nat(1_000),
);

const damaged = new Map(
  MUTATIONS.map(({ title, places, change }) => [
    title,
    fc.sample(anything, { numRuns: SCRIPTS_EACH, seed: SEED }).flatMap(([text, place, choice]): Damaged[] => {
      const script = change(text, place % places(text), choice);
      const { diagnostics } = validate(script);
      // Much of what is changed is prose, in which anything may stand.
      return diagnostics.length === 0 ? [] : [{ script, diagnostics }];
    }),
  ]),
);

describe('what is said of a sound script that is damaged in one place', () => {
  it('is one thing in nine of ten', () => {
    const all = [...damaged.values()].flat();
    expect(all.length).toBeGreaterThan(1_000);
    const told = all.filter(({ diagnostics }) => diagnostics.length === 1);
    expect(told.length / all.length).toBeGreaterThanOrEqual(0.9);
  });

  it.each([...damaged])('is never more than three things, where %s', (_title, scripts) => {
    const worst = scripts.filter(({ diagnostics }) => {
      const others = diagnostics.filter(({ code }) => !OF_NAMES.has(code));
      return others.length + (others.length < diagnostics.length ? 1 : 0) > 3;
    });
    expect(worst).toEqual([]);
  });

  it('has fixes that hardly ever make it worse', () => {
    const all = [...damaged.values()].flat();
    const fixed = all.flatMap(({ script, diagnostics }) =>
      diagnostics.flatMap(({ fixes = [] }) =>
        fixes.slice(0, 1).map((fix) => {
          const { diagnostics: left } = validate(applyFix(script, fix));
          return left.filter(({ code }) => !DROPPED_WHEN.has(code)).length <= diagnostics.length;
        }),
      ),
    );
    expect(fixed.length).toBeGreaterThan(500);
    expect(fixed.filter((isNoWorse) => !isNoWorse).length / fixed.length).toBeLessThan(0.01);
  });
});

/** A line that is lost can leave several names without what sets or reads them: each of those is told. */
const OF_NAMES = new Set(['BQ401', 'BQ403']);

/** What is said only when nothing graver is: it may come to light after a fix. */
const DROPPED_WHEN = new Set(['BQ409', 'BQ410', 'BQ506']);
