import { z } from '~/core/browser/browser-zod';

const decisions = ['allow', 'warn', 'block'] as const;

/** What of POST /api/ai/moderate is shown. */
const answerSchema = z.object({
  decision: z.enum(decisions),
  message: z.string(),
  categories: z.array(z.object({ name: z.string(), action: z.enum(decisions), note: z.string() })),
  personalData: z.array(z.object({ kind: z.string(), start: z.number(), end: z.number() })),
});
type Answer = z.output<typeof answerSchema>;

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
      ...{ decision: 'unchecked', categories: [], parts },
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
  const response = await fetch('/api/ai/moderate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text, provider }),
  });
  // A session that has ended refuses the request itself too, with the sentence for that.
  if (response.status === 401) return { decision: 'allow', message: '', categories: [], personalData: [] };
  if (!response.ok) throw new Error(`The check answered ${String(response.status)}.`);
  return answerSchema.parse(await response.json());
}
