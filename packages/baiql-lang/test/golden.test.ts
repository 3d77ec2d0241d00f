import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, validate } from '../src/index.js';
import { annotate } from './support/annotate.js';
import { ENVIRONMENT } from './support/environment.js';
import { readAllCases } from './support/golden-file.js';
import { kindsOf } from './support/kinds.js';

const cases = readAllCases(path.join(import.meta.dirname, 'golden'));

describe('a script beside what is said about it', () => {
  it.each(cases.map((each) => [`${each.file}: ${each.title}`, each] as const))('%s', (_title, each) => {
    const { diagnostics } = validate(each.script, each.withFiles ? ENVIRONMENT : {});
    expect(annotate(each.script, diagnostics)).toBe(each.annotated);
  });

  it('covers every code at least three times: by itself, nested, and beside another mistake', () => {
    expect(cases.length).toBeGreaterThanOrEqual(250);
    const shown = cases.flatMap(({ script, withFiles }) =>
      kindsOf(script, validate(script, withFiles ? ENVIRONMENT : {}).diagnostics),
    );
    for (const code of Object.keys(CATALOGUE)) {
      if (LIMITS.has(code)) continue;
      const kinds = shown.filter(([each]) => each === code).map(([, kind]) => kind);
      expect(kinds.length, code).toBeGreaterThanOrEqual(3);
      if (!ALWAYS_NESTED.has(code)) expect(kinds, code).toContain('plain');
      if (!NEVER_NESTED.has(code)) expect(kinds, code).toContain('nested');
      expect(kinds, code).toContain('combined');
    }
  });
});

/** Limits of size are in a test of their own. */
const LIMITS = new Set(['BQ109', 'BQ110', 'BQ111']);

/** What is said of a BATCH_START is never said inside of a block; a STEP, and a RUN or RETRY in vain, only in one. */
const NEVER_NESTED = new Set(['BQ205', 'BQ217', 'BQ506']);
const ALWAYS_NESTED = new Set(['BQ214', 'BQ419', 'BQ421']);
