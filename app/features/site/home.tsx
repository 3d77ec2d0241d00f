import { CostComparison } from './cost-comparison';
import { Hero } from './hero';
import { BENEFITS, PROBLEMS, SOLUTIONS, STEPS } from './home-copy';
import type { ModelPrice } from './read-model-prices.server';
import { Section } from './section';
import { StartLink } from './start-link';

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
