import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, KEYWORDS, parse, referencePage, validate, VOCABULARY } from '../src/index.js';

const docs = path.join(import.meta.dirname, '../../../docs/baiql');
const packageReadme = path.join(import.meta.dirname, '../README.md');

function scriptsIn(markdown: string): string[] {
  return [...markdown.matchAll(/```baiql\n([\s\S]*?)```/g)].map(([, script]) => script ?? '');
}

describe('the reference', () => {
  it('is up to date with the tables it is made from', () => {
    expect(readFileSync(path.join(docs, 'reference.md'), 'utf8')).toBe(referencePage());
  });

  it('names every word and every diagnostic', () => {
    const page = referencePage();
    for (const { word } of VOCABULARY) expect(page).toContain(word);
    for (const code of Object.keys(CATALOGUE)) expect(page).toContain(`| ${code} |`);
  });
});

describe('the guide and the README', () => {
  it.each([path.join(docs, 'guide.md'), packageReadme])('%s: every whole script in it is sound', (file) => {
    const whole = scriptsIn(readFileSync(file, 'utf8')).filter((script) => script.includes('END_BATCH'));
    expect(whole.length).toBeGreaterThan(0);
    for (const script of whole) expect(validate(script).diagnostics, script).toEqual([]);
  });
});

describe('the vocabulary', () => {
  it.each(VOCABULARY.map((entry) => [`${entry.group} ${entry.word} in ${entry.section}`, entry] as const))(
    '%s: its example parses and shows it',
    (_title, { word, example }) => {
      expect(example).toContain(word);
      const mistakes = parse(example).diagnostics.filter(({ code }) => !OPEN_BLOCKS.has(code));
      expect(mistakes).toEqual([]);
    },
  );

  it('says of every option which commands it follows', () => {
    for (const { word, group, after } of VOCABULARY) {
      if (group === 'command' || !KEYWORDS.has(word) || after === undefined) continue;
      expect(after.every((command) => KEYWORDS.has(command))).toBe(true);
    }
  });
});

/** An example of one line may open a block without closing it. */
const OPEN_BLOCKS = new Set(['BQ202', 'BQ203', 'BQ204', 'BQ205', 'BQ206', 'BQ207', 'BQ215']);
