import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, validate } from '../src/index.js';
import { annotate } from './support/annotate.js';
import { ENVIRONMENT } from './support/environment.js';
import { readAllCases } from './support/golden-file.js';

const cases = readAllCases(path.join(import.meta.dirname, 'golden'));

describe('a script beside what is said about it', () => {
  it.each(cases.map((each) => [`${each.file}: ${each.title}`, each] as const))('%s', (_title, each) => {
    const { diagnostics } = validate(each.script, each.withFiles ? ENVIRONMENT : {});
    expect(annotate(each.script, diagnostics)).toBe(each.annotated);
  });

  it('covers every code at least three times, in at least 250 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(250);
    for (const code of Object.keys(CATALOGUE)) {
      // Limits of size are in a test of their own.
      if (['BQ109', 'BQ110', 'BQ111'].includes(code)) continue;
      const count = cases.filter(
        ({ annotated }) => annotated.includes(`^ ${code} `) || annotated.includes(`^... ${code} `),
      ).length;
      expect(count, code).toBeGreaterThanOrEqual(3);
    }
  });
});
