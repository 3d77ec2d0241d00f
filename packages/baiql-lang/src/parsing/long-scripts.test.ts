import { describe, expect, it } from 'vitest';
import { parse } from './parse.js';

describe('a script of 800,000 characters', () => {
  it('is read to its end where a batch that was never opened is closed after 200,000 lines @soak', () => {
    const { diagnostics } = parse(`${'RUN\n'.repeat(200_000)}END_BATCH\n`);
    expect(diagnostics.map(({ code }) => code)).toContain('BQ202');
  });
});
