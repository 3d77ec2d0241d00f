import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** So much of a text is looked at once: a whole prompt of 100,000 characters would hold up everybody else. */
const PIECE_CHARACTERS = 10_000;
const OVERLAP_CHARACTERS = 100;

/** Whether a prompt's title or text has language in it that is not published unseen. */
export function isProfane({ title, content, description = '' }: ProfanityInput): boolean {
  return piecesOf(`${title}\n${description}\n${content}`).some((piece) => matcher.hasMatch(piece));
}

interface ProfanityInput {
  title: string;
  content: string;
  description?: string;
}

function piecesOf(text: string): string[] {
  const count = Math.ceil(text.length / PIECE_CHARACTERS);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS + OVERLAP_CHARACTERS),
  );
}
