import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { readDoc, readFaq, readFaqPage, searchDocs, seedDocs } from '~/features/docs/index.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import {
  listEditableDocs,
  putDoc,
  readDocVersion,
  readEditableDoc,
  readEditorPage,
  saveDoc,
} from './edit-docs.server';

const SEED = {
  version: '1',
  docs: [
    {
      seedKey: 'faq/why',
      type: 'faq' as const,
      slug: 'why',
      category: 'Basics',
      title: 'Why?',
      content: 'Because.',
      displayOrder: 10,
    },
    {
      seedKey: 'AppInfo/guide',
      type: 'AppInfo' as const,
      slug: 'guide',
      category: '',
      title: 'Guide',
      content: '## One\n\nText.',
      displayOrder: 10,
    },
  ],
};
const newer = (version: string, content: string) => ({
  version,
  docs: SEED.docs.map((doc) => ({ ...doc, content })),
});

let services: TestServices;
let root: Actor;
let faqId: number;
const at = new Date('2026-11-20T09:00:00Z');
const versionOf = (version: number) => readDocVersion(services, { id: faqId, version });
beforeEach(async () => {
  services = testServices();
  await seedDocs(services.prisma, at, SEED);
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
  faqId = (await listEditableDocs(services, 'faq')).items[0]?.id ?? 0;
  return () => services.close();
});

const edit = { title: 'Why not?', content: '  Who knows.  ' };

describe('an edit', () => {
  it('is trimmed, seen at once everywhere, kept as a version, and written down', async () => {
    await readFaq(services);
    await saveDoc(services, root, { id: faqId, ...edit, version: 1 });
    expect(await readFaq(services)).toMatchObject([
      { name: 'Basics', questions: [{ id: 'why', question: 'Why not?', answer: 'Who knows.' }] },
    ]);
    expect(await searchDocs(services, 'knows')).toMatchObject([{ to: '/docs?category=basics#why' }]);
    const { versions } = await readEditorPage(services, root, faqId);
    expect(versions).toMatchObject([
      { version: 2, by: root.email },
      { version: 1, by: null },
    ]);
    expect(await versionOf(2)).toEqual({ version: 2, title: 'Why not?', content: 'Who knows.' });
    expect(await versionOf(1)).toEqual({ version: 1, title: 'Why?', content: 'Because.' });
    await expect(versionOf(3)).rejects.toMatchObject({ code: 'doc_not_found' });
    expect(await services.prisma.auditEvent.findMany()).toMatchObject([
      { action: 'docs.saved', subject: 'faq/why', actorId: root.userId },
    ]);
  });

  it('does not overwrite another administrator’s: both texts are given, and nothing is lost', async () => {
    const { actor: other } = await services.signUp({ roles: ['admin'] });
    await saveDoc(services, other, { id: faqId, title: 'Theirs', content: 'Theirs.', version: 1 });
    await expect(saveDoc(services, root, { id: faqId, ...edit, version: 1 })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'doc_changed',
      data: { current: { title: 'Theirs', version: 2 }, yours: { content: 'Who knows.' } },
    });
    expect((await readEditableDoc(services, { id: faqId })).title).toBe('Theirs');
    await saveDoc(services, root, { id: faqId, ...edit, version: 2 });
    const titles = await Promise.all([3, 2, 1].map(async (version) => (await versionOf(version)).title));
    expect(titles).toEqual(['Why not?', 'Theirs', 'Why?']);
  });

  it('must have a title of its length and a text', async () => {
    const refused = (texts: object) => saveDoc(services, root, { id: faqId, ...edit, ...texts });
    await expect(refused({ title: ' ' })).rejects.toMatchObject({ code: 'syntax_error', field: 'title' });
    await expect(refused({ content: '\n' })).rejects.toMatchObject({ field: 'content' });
    await expect(refused({ title: 'x'.repeat(501) })).rejects.toThrow('at most 500 characters');
    await refused({ title: 'x'.repeat(500) });
    await expect(putDoc(services, root, 'guide', { title: 'x'.repeat(201), content: 'x' })).rejects.toThrow(
      'at most 200 characters',
    );
    await expect(saveDoc(services, root, { id: 999, ...edit })).rejects.toMatchObject({
      code: 'doc_not_found',
    });
    await expect(saveDoc(services, root, { id: faqId, docType: 'terms', ...edit })).rejects.toMatchObject({
      code: 'doc_not_found',
    });
  });

  it('of a Learn document goes by its slug, which stays; one that is hidden is not found', async () => {
    await putDoc(services, root, 'guide', { slug: 'guide', title: 'Manual', content: 'Text.' });
    expect(await readDoc(services, 'guide')).toMatchObject({ title: 'Manual' });
    await expect(
      putDoc(services, root, 'guide', { slug: 'other', title: 'Manual', content: 'Text.' }),
    ).rejects.toMatchObject({ code: 'slug_fixed' });
    await putDoc(services, root, 'guide', { title: 'Manual', content: 'Text.', isPublished: false });
    await expect(readDoc(services, 'guide')).rejects.toMatchObject({ code: 'doc_not_found' });
  });
});

describe('newer files', () => {
  it('bring their texts, but for what was edited; the same files change nothing', async () => {
    await saveDoc(services, root, { id: faqId, ...edit });
    await seedDocs(services.prisma, at, newer('2', 'Newer.'));
    services.docs.invalidate();
    expect(await readFaq(services)).toMatchObject([{ questions: [{ answer: 'Who knows.' }] }]);
    expect(await readDoc(services, 'guide')).toMatchObject({ content: 'Newer.' });
    await seedDocs(services.prisma, at, newer('2', 'Not read.'));
    services.docs.invalidate();
    expect(await readDoc(services, 'guide')).toMatchObject({ content: 'Newer.' });
    await seedDocs(services.prisma, at, { version: '3', docs: [] });
    services.docs.invalidate();
    await expect(readDoc(services, 'guide')).rejects.toMatchObject({ code: 'doc_not_found' });
    expect(await readFaq(services)).toHaveLength(1);
  });
});

it('only administrators are given the links to edit', async () => {
  const linksOf = async (actor?: Pick<Actor, 'roles'>) => (await readFaqPage(services, actor)).editIds;
  expect(await linksOf(root)).toEqual({ why: faqId });
  expect(await linksOf({ roles: ['paiduser'] })).toBeNull();
  expect(await linksOf()).toBeNull();
});
