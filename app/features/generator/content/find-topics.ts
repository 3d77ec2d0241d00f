import type { Topic } from './answers';

/** The shortest text that is looked for. Pages may wait for more. */
const MIN_SEARCH_CHARACTERS = 2;
const MAX_FOUND = 12;

/** Topics with a text in their names: names that begin with it first, then those with a word that does. */
export function find(topics: readonly Topic[], text: string): Topic[] {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < MIN_SEARCH_CHARACTERS) return [];
  const ranked = topics.flatMap((topic) => {
    const rank = rankOf(topic.name.toLowerCase(), wanted);
    return rank === undefined ? [] : [{ topic, rank }];
  });
  ranked.sort((one, other) => one.rank - other.rank || one.topic.name.localeCompare(other.topic.name, 'en'));
  return ranked.slice(0, MAX_FOUND).map(({ topic }) => topic);
}

function rankOf(name: string, wanted: string): number | undefined {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(` ${wanted}`)) return 1;
  return name.includes(wanted) ? 2 : undefined;
}
