import { describe, expect, it } from 'vitest';
import { isolate } from './isolate';

describe('a name in a sentence', () => {
  it.each(['Lesson plan', '会議', 'हिन्दी', 'Ødegård'])('%s stands as it is', (name) =>
    expect(isolate(name)).toBe(name),
  );

  it.each(['مُلخَّص', 'שלום (2)', 'cod\u202efdp.exe'])('%j has a direction of its own', (name) =>
    expect(isolate(name)).toBe(`\u2068${name}\u2069`),
  );
});
