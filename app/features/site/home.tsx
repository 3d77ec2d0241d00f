import { CostComparison } from './cost-comparison';
import { Hero } from './hero';
import type { ModelPrice } from './read-model-prices.server';
import { Section } from './section';
import { StartLink } from './start-link';

const PROBLEMS = [
  {
    title: 'The prompt says too little',
    text: 'Most prompts name a subject and leave out the reader, the form and the length. The model guesses, you rewrite, and the third try is the one you needed first.',
  },
  {
    title: 'Every model wants a subscription',
    text: 'One is better at code, one at long texts, one at search. To use them all you pay by the month for each, whether you send a thousand prompts or three.',
  },
  {
    title: 'Nobody says what it costs',
    text: 'With API keys you pay by the token and learn the sum from an invoice. With a subscription you never learn it at all.',
  },
];

const SOLUTIONS = [
  {
    title: 'A prompt that is whole',
    text: 'Six short steps ask for what a model needs: category, style and outcome, topic, details, language and level. Optimize then sharpens the wording and shows you every change; your variables stay as they are.',
  },
  {
    title: 'One balance for every model',
    text: 'OpenAI, Anthropic, Gemini and Perplexity behind one field and one Send button. Pay once, from $5; it lasts until it is used.',
  },
  {
    title: 'The price beside the button',
    text: 'Before a send you see the most it can cost. Under the reply you see what it did cost: tokens in, tokens out, price, and who paid.',
  },
];

const STEPS = [
  {
    title: 'Choose',
    text: 'Pick a category, a style and the outcome you want. Each pair is written to go together.',
  },
  {
    title: 'Say what about',
    text: 'Name the topic, add details if you have them, pick one of 16 languages and a reading level.',
  },
  { title: 'Optimize', text: 'Improve the wording, look at the difference, keep it or undo it.' },
  { title: 'Send', text: 'To one model or to several side by side. Save what works, recall it, export it.' },
];

const BENEFITS = [
  {
    title: 'Usage you can check',
    text: 'A ledger lists every send with model, tokens, cost and the balance after it. It adds up to the micro-dollar.',
  },
  {
    title: 'Save, recall, export',
    text: 'Prompts keep their versions. Sessions come back as you left them, and leave as csv, json, txt, xlsx or docx.',
  },
  {
    title: 'Nothing paid twice, nothing lost',
    text: 'A reload or a broken connection never loses a reply that you paid for, and never charges for it again.',
  },
  {
    title: 'Your own limits',
    text: 'Set the most a request or a day may cost. Set when to be warned that the balance is low.',
  },
  {
    title: 'Whole batches',
    text: 'BAIQL, a small language, runs one prompt over a folder of essays or a list of five thousand rows, and resumes where it stopped.',
  },
  {
    title: 'On your own machine',
    text: 'One program and one file. Bring your own provider keys, or point it at a model that runs beside it.',
  },
];

type Props = { isSignedIn: boolean; prices: readonly ModelPrice[] };

export function Home({ isSignedIn, prices }: Props) {
  const small = prices.find(({ model }) => model === 'gpt-4o-mini');
  const large = prices.reduce<ModelPrice | undefined>(
    (dearest, price) => (dearest && dearest.typicalReplyUsd >= price.typicalReplyUsd ? dearest : price),
    undefined,
  );
  const compared = [
    ...(small ? [{ name: 'Promptwell with GPT-4o-mini', typicalReplyUsd: small.typicalReplyUsd }] : []),
    ...(large
      ? [
          {
            name: `Promptwell with ${large.displayName}, our dearest`,
            typicalReplyUsd: large.typicalReplyUsd,
          },
        ]
      : []),
  ];
  return (
    <>
      <Hero
        isSignedIn={isSignedIn}
        modelCount={prices.length}
        cheapestReplyUsd={small?.typicalReplyUsd ?? null}
      />
      <Section
        title="The problem"
        lead="Good answers are a matter of what one asks, of whom, and at what price. All three are harder than they should be."
      >
        <Points points={PROBLEMS} />
      </Section>
      <Section title="The solution" lead="One place to write the prompt, one balance to send it from.">
        <Points points={SOLUTIONS} />
      </Section>
      <Section
        id="cost"
        title="What it costs"
        lead="People who send a few hundred prompts a month pay for seats they hardly sit on."
      >
        <CostComparison replies={compared} />
      </Section>
      <Section title="How it works" lead="Four steps; the first useful prompt takes about two minutes.">
        <ol className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {STEPS.map(({ title, text }, index) => (
            <li key={title} className="grid grid-cols-[24px_1fr] gap-x-3">
              <span
                aria-hidden="true"
                className="num mt-px grid size-5.5 place-items-center rounded-full border-[1.5px] border-accent text-[11px] font-semibold text-accent"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="text-m">{title}</h3>
                <p className="mt-1 text-pretty text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section
        title="What you get besides"
        lead="For teachers, for people who build things, for anyone who writes to a model more than once a week."
      >
        <Points points={BENEFITS} isGrid />
      </Section>
      <section className="border-t border-line">
        <div className="mx-auto flex max-w-280 flex-wrap items-center justify-between gap-6 px-5 py-14 md:px-6">
          <p className="text-[24px] leading-[1.2] font-semibold tracking-[-0.02em]">
            Fifteen sends a day are free.
          </p>
          <StartLink isSignedIn={isSignedIn} />
        </div>
      </section>
    </>
  );
}

type PointsProps = { points: readonly { title: string; text: string }[]; isGrid?: boolean };

function Points({ points, isGrid = false }: PointsProps) {
  return (
    <ul className={isGrid ? 'grid gap-x-10 gap-y-8 sm:grid-cols-2' : 'flex flex-col gap-7'}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3 className="text-l">{title}</h3>
          <p className="mt-1 max-w-[62ch] text-pretty text-ink-2">{text}</p>
        </li>
      ))}
    </ul>
  );
}
