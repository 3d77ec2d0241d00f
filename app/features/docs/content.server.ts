import apiReference from '../../../docs/api.md?raw';
import baiqlGuide from '../../../docs/baiql/guide.md?raw';
import baiqlReference from '../../../docs/baiql/reference.md?raw';
import disclaimer from '../../../prisma/seed/docs/disclaimer.md?raw';
import faq from '../../../prisma/seed/docs/faq.md?raw';
import checkingReplies from '../../../prisma/seed/docs/learn/checking-replies.md?raw';
import betterPrompts from '../../../prisma/seed/docs/learn/better-prompts.md?raw';
import modelsAndCost from '../../../prisma/seed/docs/learn/models-and-cost.md?raw';
import privacy from '../../../prisma/seed/docs/privacy.md?raw';
import terms from '../../../prisma/seed/docs/terms.md?raw';
import { DomainError } from '~/core/shared/errors';
import { slugOf } from './headings';
import type { Doc, DocList, FaqCategory, LegalSections, LegalType } from './schema';

// The documentation as it lies in the repository: texts of ours in prisma/seed/docs, those of the language and the API
// where their own sources make them.

/** Cuts a text at its headings of one level. */
function cut(markdown: string, level: 1 | 2): { title: string; text: string }[] {
  const mark = `${'#'.repeat(level)} `;
  const [, ...parts] = `\n${markdown}`.split(`\n${mark}`);
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { title: title.trim(), text: lines.join('\n').trim() };
  });
}

export const FAQ: readonly FaqCategory[] = cut(faq, 1).map(({ title, text }) => ({
  id: slugOf(title),
  name: title,
  questions: cut(text, 2).map((item) => ({
    id: slugOf(item.title),
    question: item.title,
    answer: item.text,
  })),
}));

const legal = (markdown: string): LegalSections => ({
  sections: cut(markdown, 2).map(({ title, text }, index) => ({
    id: slugOf(title),
    title,
    content: text,
    displayOrder: index + 1,
  })),
});

export const LEGAL: Readonly<Record<LegalType, LegalSections>> = {
  terms: legal(terms),
  privacy: legal(privacy),
  disclaimer: legal(disclaimer),
};

/** The sections of a legal text; undefined for what is none. */
export const readLegal = (key: string): LegalSections | undefined =>
  Object.hasOwn(LEGAL, key) ? LEGAL[key as LegalType] : undefined;

/** A legal text as a page of its own. @throws DomainError `not-found` */
export function readLegalPage(key: string): LegalSections & { type: LegalType } {
  const sections = readLegal(key);
  if (sections === undefined)
    throw new DomainError('not-found', 'There is no such page.', { code: 'not_found' });
  return { type: key as LegalType, ...sections };
}

/** Documents link to each other as files; here they are pages. */
const asPages = (markdown: string): string =>
  markdown.replace(/\]\((?:\.\/)?(guide|reference)\.md(#[\w-]+)?\)/g, '](/docs/learn/baiql-$1$2)');

function learn(slug: string, markdown: string, title?: string): Doc {
  const [first] = cut(markdown, 1);
  return {
    id: slug,
    slug,
    title: title ?? first?.title ?? slug,
    content: asPages(first?.text ?? markdown),
    type: 'AppInfo',
    isPublished: true,
  };
}

export const LEARN: readonly Doc[] = [
  learn('better-prompts', betterPrompts),
  learn('models-and-cost', modelsAndCost),
  learn('checking-replies', checkingReplies),
  learn('baiql-guide', baiqlGuide, 'BAIQL: guide'),
  learn('baiql-reference', baiqlReference, 'BAIQL: reference'),
  learn('api', apiReference, 'API reference'),
];

export const listDocs = (): DocList => ({
  items: LEARN.map(({ id, slug, title }) => ({ id, slug, title })),
});

/** A Learn document; the first one where none is named. */
export function readDoc(slug?: string): Doc {
  const doc = slug === undefined ? LEARN[0] : LEARN.find((each) => each.slug === slug);
  if (doc) return doc;
  throw new DomainError('not-found', 'There is no such document.', { code: 'doc_not_found' });
}
