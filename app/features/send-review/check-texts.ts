import { callApi, ApiError } from '~/core/browser/call-api';
import { moderationAnswerSchema, type ModerationAnswer } from '~/features/moderation';

/** From least to most severe. */
const decisions = ['allow', 'warn', 'block'] as const;

/** The source of the verdict isn't shown. */
type Answer = Omit<ModerationAnswer, 'source'>;

export interface FoundItem {
  kind: string;
  start: number;
  end: number;
}

export interface CheckedTexts {
  /** `unchecked`: moderation was unavailable. */
  decision: Answer['decision'] | 'unchecked';
  /** A message to the author; empty if the texts may be sent. */
  message: string;
  categories: Answer['categories'];
  parts: { text: string; finds: FoundItem[] }[];
}

/** Maximum text length of the call. */
const MAX_CHARACTERS = 400_000;
const BETWEEN = '\n\n';

/** Moderates all texts of a request (prompt and files) and finds personal data in each. */
export async function checkTexts(
  texts: readonly string[],
  provider: string,
  ask: (text: string, provider: string) => Promise<Answer> = moderate,
): Promise<CheckedTexts> {
  const parts = texts.map((text) => ({ text, finds: [] as FoundItem[] }));
  const answers: Answer[] = [];
  const whole = texts.join(BETWEEN);
  try {
    for (let at = 0; at < whole.length; at += MAX_CHARACTERS) {
      const answer = await ask(whole.slice(at, at + MAX_CHARACTERS), provider);
      answers.push(answer);
      for (const { kind, start, end } of answer.personalData)
        place(parts, { kind, start: start + at, end: end + at });
    }
  } catch {
    return {
      decision: 'unchecked',
      categories: [],
      parts,
      message: 'This text couldn’t be checked before sending. The server checks it again when it’s sent.',
    };
  }
  const gravest = answers.reduce((most, { decision }) => Math.max(most, decisions.indexOf(decision)), 0);
  const deciding = answers.filter(({ decision }) => decisions.indexOf(decision) === gravest);
  return {
    decision: decisions[gravest] ?? 'allow',
    message: deciding[0]?.message ?? '',
    categories: deciding.flatMap(({ categories }) => categories),
    parts,
  };
}

/** Assigns a match to its part; matches never span parts. */
function place(parts: { text: string; finds: FoundItem[] }[], { kind, start, end }: FoundItem): void {
  let offset = 0;
  for (const { text, finds } of parts) {
    if (start >= offset && end <= offset + text.length) {
      finds.push({ kind, start: start - offset, end: end - offset });
      return;
    }
    offset += text.length + BETWEEN.length;
  }
}

async function moderate(text: string, provider: string): Promise<Answer> {
  try {
    return await callApi('/api/ai/moderate', moderationAnswerSchema, { body: { text, provider } });
  } catch (error) {
    // If the session has ended or changed, the request itself fails with the right message.
    if (error instanceof ApiError && (error.status === 401 || error.code === 'other_account'))
      return { decision: 'allow', message: '', categories: [], personalData: [] };
    throw error;
  }
}
