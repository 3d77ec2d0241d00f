import { DomainError } from '~/core/shared/errors';
import { may } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import type { DocsDeps } from './deps.server';
import { wholeScripts } from './examples';
import { chaptersOf } from './headings';
import { renderDoc } from './render-doc.server';
import {
  isLegalType,
  type Doc,
  type DocList,
  type DocType,
  type LegalSections,
  type LegalType,
} from './schema';

type Deps = Pick<DocsDeps, 'docs'>;

/** Document ids by slug, for users who may edit the docs; null for others. */
async function readEditIds(
  { docs }: Deps,
  actor: Pick<Actor, 'roles'> | undefined,
  type: DocType,
): Promise<Record<string, number> | null> {
  if (!actor || !may(actor, 'docs:edit')) return null;
  const { editIds } = await docs.current();
  return Object.fromEntries(
    [...editIds].flatMap(([key, id]) =>
      key.startsWith(`${type}/`) ? [[key.slice(type.length + 1), id]] : [],
    ),
  );
}

/**
 * Data of a Learn page: list of documents, HTML and headings.
 * @throws DomainError `not-found`
 */
export async function readLearnPage(
  services: Deps,
  actor: Pick<Actor, 'roles'> | undefined,
  { slug }: { slug: string },
) {
  const doc = await readDoc(services, slug);
  const [{ items }, html, editIds] = await Promise.all([
    listDocs(services),
    renderDoc(doc),
    readEditIds(services, actor, 'AppInfo'),
  ]);
  const { title } = doc;
  return { items, doc: { slug: doc.slug, title, html }, headings: chaptersOf(doc.content), editIds };
}

export async function readFaqPage(services: Deps, actor: Pick<Actor, 'roles'> | undefined) {
  const [categories, editIds] = await Promise.all([readFaq(services), readEditIds(services, actor, 'faq')]);
  return { categories, editIds };
}

export const readFaq = async ({ docs }: Deps) => [...(await docs.current()).faq];

/** The sections of a legal text; undefined if there is none with this key. */
export const readLegal = async ({ docs }: Deps, key: string): Promise<LegalSections | undefined> =>
  isLegalType(key) ? (await docs.current()).legal[key] : undefined;

/**
 * Data of a legal page.
 * @throws DomainError `not-found`
 */
export async function readLegalPage(
  services: Deps,
  actor: Pick<Actor, 'roles'> | undefined,
  key: string,
): Promise<LegalSections & { type: LegalType; mayEdit: boolean }> {
  const sections = await readLegal(services, key);
  const mayEdit = actor !== undefined && may(actor, 'docs:edit');
  if (sections !== undefined && isLegalType(key)) return { type: key, ...sections, mayEdit };
  throw new DomainError('not-found', 'There is no such page.', { code: 'not_found' });
}

export const listDocs = async ({ docs }: Deps): Promise<DocList> => ({
  items: (await docs.current()).learn.map(({ id, slug, title }) => ({ id, slug, title })),
});

/** A Learn document; by default the first. */
export async function readDoc({ docs }: Deps, slug?: string): Promise<Doc> {
  const { learn } = await docs.current();
  const doc = slug === undefined ? learn[0] : learn.find((each) => each.slug === slug);
  if (doc) return doc;
  throw new DomainError('not-found', 'There is no such document.', { code: 'doc_not_found' });
}

/** A script of a Learn document by its name (see exampleName); null if there is none. */
export async function readExample({ docs }: Deps, name: string): Promise<string | null> {
  const [, slug, place] = /^([\w-]+)\.(\d{1,3})$/.exec(name) ?? [];
  const doc = (await docs.current()).learn.find((each) => each.slug === slug);
  return (doc && wholeScripts(doc.content)[Number(place) - 1]) ?? null;
}
