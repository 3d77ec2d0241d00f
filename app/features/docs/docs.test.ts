import { describe, expect, it } from 'vitest';
import { FAQ, LEARN, LEGAL, readDoc } from './content.server';
import { createIds, cutAtHeadings } from './headings';
import { searchDocs } from './search-docs.server';

describe('the documents', () => {
  it('are whole: no heading without a text, no id twice', () => {
    expect(FAQ.length).toBeGreaterThanOrEqual(6);
    for (const { questions } of FAQ) expect(questions.length).toBeGreaterThan(0);
    const answers = FAQ.flatMap(({ questions }) => questions);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    for (const { question, answer } of answers) {
      expect(question.length).toBeLessThanOrEqual(500);
      expect(answer).not.toBe('');
    }
    for (const { sections } of Object.values(LEGAL)) {
      expect(sections.length).toBeGreaterThan(3);
      for (const { title, content } of sections) expect([title, content]).not.toContain('');
    }
    for (const { title, content } of LEARN) expect([title, content]).not.toContain('');
  });

  it('mark bold text in pairs', () => {
    const texts = [
      ...FAQ.flatMap(({ questions }) => questions.map(({ answer }) => answer)),
      ...Object.values(LEGAL).flatMap(({ sections }) => sections.map(({ content }) => content)),
    ];
    for (const text of texts) expect((text.match(/\/\//g) ?? []).length % 2).toBe(0);
  });

  it('link to pages that are there', () => {
    for (const { content } of LEARN) {
      for (const [, slug = ''] of content.matchAll(/\]\(\/docs\/learn\/([\w-]+)/g)) {
        expect(readDoc(slug).slug).toBe(slug);
      }
      expect(content).not.toMatch(/\]\([\w./-]*\.md/);
    }
  });

  it('that are not there are said to be', () => {
    expect(() => readDoc('none')).toThrow('There is no such document.');
  });
});

describe('headings', () => {
  it('get an id each, and lines of code are none', () => {
    const parts = cutAtHeadings(
      'Intro\n## Example\n```\n## no heading\n```\n### `CODE` and *more*\n## Example\nEnd',
    );
    expect(parts.map(({ heading }) => heading)).toEqual([
      null,
      { id: 'example', text: 'Example', level: 2 },
      { id: 'code-and-more', text: 'CODE and more', level: 3 },
      { id: 'example-2', text: 'Example', level: 2 },
    ]);
  });

  it('keep letters of every language in their ids', () => {
    expect(createIds()('Größe & Preis?')).toBe('größe-preis');
  });
});

describe('a search', () => {
  it('finds places by all of its words, in any part, titles first', () => {
    const [best] = searchDocs('refunds');
    expect(best).toMatchObject({
      title: 'Balance, prices and refunds',
      to: '/docs/terms#balance-prices-and-refunds',
    });
    expect(searchDocs('LIMIT PARALLEL').map(({ to }) => to)).toContainEqual(
      expect.stringContaining('/docs/learn/baiql-reference#'),
    );
    expect(searchDocs('ocr handwriting')[0]).toMatchObject({ where: 'FAQ: Files for scripts' });
  });

  it('shows the words around what was searched for', () => {
    const [hit] = searchDocs('handwriting');
    expect(hit?.excerpt[1]).toBe('handwriting');
    expect(hit?.excerpt.join('')).toContain('handwriting poorly');
  });

  it('of marks and nonsense finds nothing and breaks nothing', () => {
    for (const query of ['xyzzy', '(((', '*', '%_', 'a'.repeat(200)])
      expect(searchDocs(query).length).toBeLessThan(21);
    expect(searchDocs('xyzzy')).toEqual([]);
  });
});
