import type { PrismaClient } from '@prisma/client';
import { cached, type Cached } from '~/core/server/cached.server';
import { GENERATED_DOCS } from './content.server';
import { slugOf } from './headings';
import type { LEGAL_TYPES, Doc, FaqCategory, LegalSections, LegalType } from './schema';
import { placesOf, type Place } from './search-docs.server';

/** The published documentation. */
export interface Docs {
  faq: readonly FaqCategory[];
  legal: Readonly<Record<LegalType, LegalSections>>;
  learn: readonly Doc[];
  /** The search index. */
  places: readonly Place[];
  /** By type and slug, for administrators' edit links. */
  editIds: ReadonlyMap<string, number>;
}

/** Cached in memory, because every docs page reads it; invalidated on edits. */
export type DocsStore = Cached<Docs>;

export const createDocsStore = (prisma: PrismaClient): DocsStore => cached(() => load(prisma));

async function load(prisma: PrismaClient): Promise<Docs> {
  const rows = await prisma.doc.findMany({
    where: { isPublished: true },
    orderBy: [{ type: 'asc' }, { displayOrder: 'asc' }, { id: 'asc' }],
  });
  const of = (type: string) => rows.filter((row) => row.type === type);
  const names = [...new Set(of('faq').map(({ category }) => category))];
  const faq = names.map((name) => ({
    id: slugOf(name),
    name,
    questions: of('faq')
      .filter(({ category }) => category === name)
      .map(({ slug, title, content }) => ({ id: slug, question: title, answer: content })),
  }));
  const sectionsOf = (type: LegalType): LegalSections => ({
    sections: of(type).map(({ slug, title, content }, index) => ({
      id: slug,
      title,
      content,
      displayOrder: index + 1,
    })),
  });
  const legal = {
    terms: sectionsOf('terms'),
    privacy: sectionsOf('privacy'),
    disclaimer: sectionsOf('disclaimer'),
  } satisfies Record<(typeof LEGAL_TYPES)[number], LegalSections>;
  const learn: Doc[] = [
    ...of('AppInfo').map(({ slug, title, content }): Doc => ({
      id: slug,
      slug,
      title,
      content,
      type: 'AppInfo',
      isPublished: true,
    })),
    ...GENERATED_DOCS,
  ];
  return {
    faq,
    legal,
    learn,
    places: placesOf({ faq, legal, learn }),
    editIds: new Map(rows.map(({ id, type, slug }) => [`${type}/${slug}`, id])),
  };
}
