import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../tests/support/services';
import { wholeScripts } from './examples';
import { createIds, parseSections } from './headings';
import { readDoc, readExample } from './read-docs.server';
import { searchDocs } from './search-docs.server';
import { seedDocs } from './seed-docs.server';

let services: TestServices;
beforeAll(async () => {
  services = testServices();
  await seedDocs(services.prisma, new Date());
});
afterAll(() => services.close());

describe('the documents', () => {
  it('are whole: no heading without a text, no id twice', async () => {
    const { faq, legal, learn } = await services.docs.current();
    expect(faq.length).toBeGreaterThanOrEqual(6);
    for (const { questions } of faq) expect(questions.length).toBeGreaterThan(0);
    const answers = faq.flatMap(({ questions }) => questions);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    for (const { question, answer } of answers) {
      expect(question.length).toBeLessThanOrEqual(500);
      expect(answer).not.toBe('');
    }
    for (const { sections } of Object.values(legal)) {
      expect(sections.length).toBeGreaterThan(3);
      for (const { title, content } of sections) expect([title, content]).not.toContain('');
    }
    expect(learn.map(({ slug }) => slug)).toEqual([
      'better-prompts',
      'models-and-cost',
      'checking-replies',
      'other-programs',
      'baiql-guide',
      'baiql-reference',
      'api',
    ]);
    for (const { title, content } of learn) expect([title, content]).not.toContain('');
  });

  it('mark bold text in pairs', async () => {
    const { faq, legal } = await services.docs.current();
    const texts = [
      ...faq.flatMap(({ questions }) => questions.map(({ answer }) => answer)),
      ...Object.values(legal).flatMap(({ sections }) => sections.map(({ content }) => content)),
    ];
    for (const text of texts) expect((text.match(/\/\//g) ?? []).length % 2).toBe(0);
  });

  it('link to pages that are there', async () => {
    for (const { content } of (await services.docs.current()).learn) {
      for (const [, slug = ''] of content.matchAll(/\]\(\/docs\/learn\/([\w-]+)/g)) {
        expect((await readDoc(services, slug)).slug).toBe(slug);
      }
      expect(content).not.toMatch(/\]\([\w./-]*\.md/);
    }
  });

  it('offer the editor whole batches only, no command by itself', async () => {
    for (const { content } of (await services.docs.current()).learn) {
      for (const script of wholeScripts(content))
        expect(script).toMatch(/^BATCH_START[\s\S]*\nEND_BATCH\n$/m);
    }
  });

  it('give the editor their whole scripts by name, and nothing for a name of none', async () => {
    expect(await readExample(services, 'baiql-guide.1')).toMatch(/^BATCH_START\n[\s\S]*\nEND_BATCH\n$/);
    expect(await readExample(services, 'baiql-reference.1')).toContain('PROMPT "Suggest five titles');
    for (const name of ['', 'baiql-guide', 'baiql-guide.0', 'baiql-guide.99', 'better-prompts.1', '../x.1'])
      expect(await readExample(services, name)).toBeNull();
  });

  it('that are not there are said to be', async () => {
    await expect(readDoc(services, 'none')).rejects.toThrow('There is no such document.');
  });
});

describe('headings', () => {
  it('get an id each, and lines of code are none', () => {
    const parts = parseSections(
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
  const search = (query: string) => searchDocs(services, query);

  it('finds places by all of its words, in any part, titles first', async () => {
    const [best] = await search('refunds');
    expect(best).toMatchObject({
      title: 'Balance, prices and refunds',
      to: '/docs/terms#balance-prices-and-refunds',
    });
    expect((await search('LIMIT PARALLEL')).map(({ to }) => to)).toContainEqual(
      expect.stringContaining('/docs/learn/baiql-reference#'),
    );
    expect((await search('ocr handwriting'))[0]).toMatchObject({ where: 'FAQ: Files for scripts' });
  });

  it('shows the words around what was searched for', async () => {
    const [hit] = await search('handwriting');
    expect(hit?.excerpt[1]).toBe('handwriting');
    expect(hit?.excerpt.join('')).toContain('handwriting poorly');
  });

  it('of marks and nonsense finds nothing and breaks nothing', async () => {
    for (const query of ['xyzzy', '(((', '*', '%_', 'a'.repeat(200)])
      expect((await search(query)).length).toBeLessThan(21);
    expect(await search('xyzzy')).toEqual([]);
  });
});
