import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyFix, type Environment, fixAll, parse, validate } from '../src/index.js';
import { ENVIRONMENT } from './support/environment.js';
import { readPeople } from './support/people-file.js';
import { sampled } from './support/sampled.js';

const cases = readPeople(path.join(import.meta.dirname, 'people'));
const environment: Environment = { ...ENVIRONMENT, files: [...(ENVIRONMENT.files ?? []), 'topics.txt'] };

/** Applies the first fix there is, again and again, as somebody does who clicks. */
function fixed(script: string): string {
  let text = script;
  for (let clicks = 0; clicks < 12; clicks++) {
    const fix = validate(text, environment).diagnostics.find(({ fixes }) => fixes !== undefined)?.fixes?.[0];
    if (fix === undefined) return text;
    text = applyFix(text, fix);
  }
  return text;
}

describe('what people type', () => {
  it('is at least two hundred scripts', () => {
    expect(cases.length).toBeGreaterThanOrEqual(200);
  });

  it.each(sampled(cases))('%s', (_title, { typed, said, meant }) => {
    const { diagnostics } = validate(typed, environment);
    expect(diagnostics.map(({ range, code, message }) => `${range.start.line} ${code} ${message}`)).toEqual(
      said,
    );
    // The editor checks in a worker of its own: what is said arrives there as a copy.
    expect(structuredClone(diagnostics)).toEqual(JSON.parse(JSON.stringify(diagnostics)));
    if (meant === null) {
      expect(fixAll(typed, environment)).toBe(typed);
      return;
    }
    expect(fixAll(typed, environment).trimEnd()).toBe(meant.trimEnd());
    expect(fixed(typed).trimEnd()).toBe(meant.trimEnd());
    expect(validate(meant, environment).diagnostics).toEqual([]);
    expect(parse(meant).diagnostics).toEqual([]);
  });
});
