import { callApi, Refusal } from '~/core/browser/call-api';
import { moderationAnswerSchema, type ModerationAnswer } from '~/features/moderation';

/** From the mildest to the gravest. */
const decisions = ['allow', 'warn', 'block'] as const;

/** Who has judged is not shown. */
type Answer = Omit<ModerationAnswer, 'source'>;

export interface FoundItem {
  kind: string;
  start: number;
  end: number;
}

export interface CheckedTexts {
  /** `unchecked`: nobody could say. */
  decision: Answer['decision'] | 'unchecked';
  /** A sentence for the writer; empty when the texts may be sent. */
  message: string;
  categories: Answer['categories'];
  parts: { text: string; finds: FoundItem[] }[];
}

/** The call takes no longer text. */
const MAX_CHARACTERS = 400_000;
const BETWEEN = '\n\n';

/** What moderation says of the texts of one request, prompt and files together, and the personal data in each. */
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

/** Puts a find into the part in which it stands; none reaches over the end of one. */
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
    // A session that has ended, or is another's, refuses the request itself too, with the sentence for that.
    if (error instanceof Refusal && (error.status === 401 || error.code === 'other_account'))
      return { decision: 'allow', message: '', categories: [], personalData: [] };
    throw error;
  }
}
