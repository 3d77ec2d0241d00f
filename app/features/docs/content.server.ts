import apiReference from '../../../docs/api.md?raw';
import baiqlGuide from '../../../docs/baiql/guide.md?raw';
import baiqlReference from '../../../docs/baiql/reference.md?raw';
import disclaimer from '../../../prisma/seed/docs/disclaimer.md?raw';
import faq from '../../../prisma/seed/docs/faq.md?raw';
import checkingReplies from '../../../prisma/seed/docs/learn/checking-replies.md?raw';
import betterPrompts from '../../../prisma/seed/docs/learn/better-prompts.md?raw';
import otherPrograms from '../../../prisma/seed/docs/learn/other-programs.md?raw';
import modelsAndCost from '../../../prisma/seed/docs/learn/models-and-cost.md?raw';
import privacy from '../../../prisma/seed/docs/privacy.md?raw';
import terms from '../../../prisma/seed/docs/terms.md?raw';
import { createHash } from 'node:crypto';
import { slugOf } from './headings';
import { LEGAL_TYPES, type Doc, type DocType, type LegalType } from './schema';

// The documentation in the repository: texts that administrators may edit, and documents generated from the sources.

/** Splits a text at its headings of one level. */
function splitByHeading(markdown: string, level: 1 | 2): { title: string; text: string }[] {
  const mark = `${'#'.repeat(level)} `;
  const [, ...parts] = `\n${markdown}`.split(`\n${mark}`);
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { title: title.trim(), text: lines.join('\n').trim() };
  });
}

/** A text from the files. */
export interface SeedDoc {
  seedKey: string;
  type: DocType;
  slug: string;
  /** For the FAQ. */
  category: string;
  title: string;
  content: string;
  displayOrder: number;
}

/** Gap between sort positions, for later additions. */
const SORT_STEP = 10;

const faqDocs = (): SeedDoc[] =>
  splitByHeading(faq, 1)
    .flatMap(({ title: category, text }) => splitByHeading(text, 2).map((item) => ({ category, ...item })))
    .map(({ category, title, text }, index) => ({
      seedKey: `faq/${slugOf(title)}`,
      type: 'faq',
      slug: slugOf(title),
      category,
      title,
      content: text,
      displayOrder: (index + 1) * SORT_STEP,
    }));

const LEGAL_FILES: Readonly<Record<LegalType, string>> = { terms, privacy, disclaimer };

const legalDocs = (type: LegalType): SeedDoc[] =>
  splitByHeading(LEGAL_FILES[type], 2).map(({ title, text }, index) => ({
    seedKey: `${type}/${slugOf(title)}`,
    type,
    slug: slugOf(title),
    category: '',
    title,
    content: text,
    displayOrder: (index + 1) * SORT_STEP,
  }));

/** Links between files become links between pages. */
const asPages = (markdown: string): string =>
  markdown.replace(/\]\((?:\.\/)?(guide|reference)\.md(#[\w-]+)?\)/g, '](/docs/learn/baiql-$1$2)');

function learn(slug: string, markdown: string, title?: string) {
  const [first] = splitByHeading(markdown, 1);
  return { slug, title: title ?? first?.title ?? slug, content: asPages(first?.text ?? markdown) };
}

const learnDocs = (): SeedDoc[] =>
  [
    learn('better-prompts', betterPrompts),
    learn('models-and-cost', modelsAndCost),
    learn('checking-replies', checkingReplies),
    learn('other-programs', otherPrograms),
    learn('baiql-guide', baiqlGuide, 'BAIQL: guide'),
  ].map((doc, index) => ({
    seedKey: `AppInfo/${doc.slug}`,
    type: 'AppInfo',
    category: '',
    displayOrder: (index + 1) * SORT_STEP,
    ...doc,
  }));

/** Generated from the program's tables for each version; listed last and not editable. */
export const GENERATED_DOCS: readonly Doc[] = [
  learn('baiql-reference', baiqlReference, 'BAIQL: reference'),
  learn('api', apiReference, 'API reference'),
].map((doc) => ({ id: doc.slug, ...doc, type: 'AppInfo', isPublished: true }));

/** All editable texts, with a hash of them as version. */
export function readDocsSeed(): { version: string; docs: SeedDoc[] } {
  const docs = [...faqDocs(), ...LEGAL_TYPES.flatMap(legalDocs), ...learnDocs()];
  return { version: createHash('sha256').update(JSON.stringify(docs)).digest('hex'), docs };
}
