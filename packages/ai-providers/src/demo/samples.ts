/** Complete sample responses to the playground's suggested prompts. */
export interface DemoSample {
  /** All of these occur in the prompt. */
  about: readonly RegExp[];
  answer: string;
}

export const DEMO_SAMPLES: readonly DemoSample[] = [
  {
    about: [/photosynthesis/i],
    answer: `## A kitchen powered by light

A leaf is like a small kitchen that bakes its own food. Water comes up from the roots, and carbon dioxide comes in through tiny holes in the leaf. Sunlight is the stove. Chlorophyll, the green stuff, is the cook that catches the light and puts it to work.

The kitchen makes **sugar**, which the plant uses to live and grow. What is left over is **oxygen**, and it goes out through the same holes. That is the oxygen you breathe.

No light, no cooking: at night the kitchen closes, and the plant lives on what it made during the day.

### Check what you know

1. Which three things does the leaf need to make sugar?
2. What comes out of the leaf, and who uses it?
3. Why would a plant in a dark closet turn weak, even with plenty of water?`,
  },
  {
    about: [/\brent/i, /\bbuy/i, /\bcar\b/i],
    answer: `## Renting or buying a car for 6,000 miles a year

| Yearly cost | Renting when needed | Buying (used, $15,000) |
| --- | ---: | ---: |
| Car itself | $2,900 (guess: 48 days at $60) | $2,000 (guess: loss of value) |
| Insurance | included | $1,400 (guess) |
| Fuel | $750 | $750 |
| Parking | $150 (guess) | $1,200 (guess: city permit or garage) |
| Service and repairs | included | $800 (guess) |
| **Total** | **$3,800** | **$6,150** |

Fuel is worked out, not guessed: 6,000 miles at 28 miles a gallon and $3.50 a gallon. Everything marked as a guess depends on your city, so put your own figures in.

**Recommendation:** rent. Buying starts to pay when you need a car on more than about 85 days a year, or when parking is free.`,
  },
];

/** The message to rewrite follows “Message:”. */
const MESSAGE = /^rewrite\b[\s\S]*?\bmessage:\s*([\s\S]*)$/i;

const SAMPLE_MESSAGE =
  'I have asked about the heating three times since March 3. It is still broken. My neighbor’s works fine. Send somebody by Friday or I will call the city.';

/** A rewritten message from the sentences with a fact or a date; undefined if there is nothing to rewrite. */
export function rewriteMessage(prompt: string): string | undefined {
  const given = MESSAGE.exec(prompt.slice(0, 20_000))?.[1];
  if (given === undefined) return undefined;
  const isSample = given.trim() === '';
  const sentences = (isSample ? SAMPLE_MESSAGE : given)
    .split(/(?<=[.!?])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
  const hasFact = (sentence: string) => /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/iu.test(sentence);
  const facts = sentences.filter(hasFact);
  const kept = facts.length > 0 ? facts : sentences.slice(0, Math.ceil(sentences.length / 2));
  const left = sentences.filter((sentence) => !kept.includes(sentence));
  return [
    ...(isSample
      ? ['Your prompt has no message after “Message:”, so here is one as a sample.', `> ${SAMPLE_MESSAGE}`]
      : []),
    '## Rewritten',
    ['Hello,', kept.join(' '), 'Thank you for looking into this.'].join('\n\n'),
    '## Left out',
    left.length > 0
      ? left.map((sentence) => `- ${sentence}`).join('\n')
      : 'Nothing: every sentence holds a fact or a date.',
  ].join('\n\n');
}
