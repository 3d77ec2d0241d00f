import { createMatcher, searchKey, searchWords } from '@promptwell/text';
import type { DocsDeps } from './deps.server';
import type { Docs } from './docs-store.server';
import { parseSections } from './headings';
import { LEGAL_TITLES, LEGAL_TYPES, MAX_HITS, type SearchHit } from './schema';

/** An indexed part of the documentation. */
export interface Place {
  title: string;
  where: string;
  to: string;
  text: string;
}

const EXCERPT_CHARACTERS = 90;

/** Removes markup. */
const plain = (markdown: string): string =>
  markdown
    .replace(/^[#>|\s-]+/gm, ' ')
    .replace(/[`*|]|(?<!:)\/\//g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Indexes questions, legal sections and document chapters. */
export const placesOf = ({ faq, learn, legal }: Pick<Docs, 'faq' | 'learn' | 'legal'>): readonly Place[] => [
  ...faq.flatMap(({ id: category, name, questions }) =>
    questions.map(({ id, question, answer }) => ({
      title: question,
      where: `FAQ: ${name}`,
      to: `/docs?category=${category}#${id}`,
      text: plain(answer),
    })),
  ),
  ...learn.flatMap(({ slug, title, content }) =>
    parseSections(content).map(({ heading, lines }) => ({
      title: heading?.text ?? title,
      where: title,
      to: `/docs/learn/${slug}${heading ? `#${heading.id}` : ''}`,
      text: plain(lines.join('\n')),
    })),
  ),
  ...LEGAL_TYPES.flatMap((type) =>
    legal[type].sections.map(({ id, title, content }) => ({
      title,
      where: LEGAL_TITLES[type],
      to: `/docs/${type}#${id}`,
      text: plain(content),
    })),
  ),
];

/** Places that contain all words; those with one in the title first. */
export async function searchDocs({ docs }: Pick<DocsDeps, 'docs'>, query: string): Promise<SearchHit[]> {
  const { places } = await docs.current();
  const matches = createMatcher(query);
  const words = searchWords(query);
  const [first = ''] = words;
  const found = places.filter(({ title, text }) => matches(`${title}\n${text}`));
  const inTitle = (place: Place): boolean => words.some((word) => searchKey(place.title).includes(word));
  return [...found.filter(inTitle), ...found.filter((place) => !inTitle(place))]
    .slice(0, MAX_HITS)
    .map(({ title, where, to, text }) => ({ title, where, to, excerpt: excerptOf(text, first) }));
}

function excerptOf(text: string, word: string): SearchHit['excerpt'] {
  const at = text.toLowerCase().indexOf(word);
  if (at < 0 || word === '') return [cutAfter(text, EXCERPT_CHARACTERS * 2), '', ''];
  const end = at + word.length;
  const near = Math.max(0, at - EXCERPT_CHARACTERS);
  const from = near === 0 ? 0 : text.indexOf(' ', near) + 1;
  return [
    `${from > 0 ? '… ' : ''}${text.slice(from, at)}`,
    text.slice(at, end),
    cutAfter(text.slice(end), EXCERPT_CHARACTERS),
  ];
}

const cutAfter = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, text.lastIndexOf(' ', characters))} …` : text;
