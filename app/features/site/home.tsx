import { CostSection } from './cost-section';
import { cheapestOf, vendorsOf } from './reply-cost';
import { Hero } from './hero';
import { BENEFITS, PROBLEMS, solutionsWith, STEPS } from './home-copy';
import type { ModelPrice } from './read-model-prices.server';
import { Band, Section, SectionHeading } from './section';
import { StartLink } from './start-link';

type Props = { isSignedIn: boolean; prices: readonly ModelPrice[] };

export function Home({ isSignedIn, prices }: Props) {
  const cheap = cheapestOf(prices);
  const vendors = vendorsOf(prices);
  return (
    <>
      <Hero isSignedIn={isSignedIn} modelCount={prices.length} cheapest={cheap} />
      <Problem />
      <Solution vendors={vendors} />
      <CostSection prices={prices} />
      <Steps />
      <Benefits />
      <Band tone="surface" className="flex flex-wrap items-center justify-between gap-6">
        <div>
          <p className="text-[24px] leading-[1.2] font-semibold tracking-[-0.02em]">
            Start with 15 free requests a day.
          </p>
          <p className="mt-2 text-ink-2">No card needed.</p>
        </div>
        <StartLink isSignedIn={isSignedIn} />
      </Band>
    </>
  );
}

function Problem() {
  return (
    <Band>
      <SectionHeading
        title="The problem"
        lead="Good answers depend on what you ask, which model answers, and what it costs. All three are harder than they should be."
      />
      <ul className="mt-9 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {PROBLEMS.map(({ title, text }) => (
          <li key={title} className="border-t border-line-strong pt-4">
            <h3 className="text-l">{title}</h3>
            <p className="mt-1.5 text-pretty text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </Band>
  );
}

/** A picture of the product with callouts. */
function Solution({ vendors }: { vendors: readonly string[] }) {
  return (
    <Band className="grid items-center gap-x-12 gap-y-9 lg:grid-cols-[7fr_4fr]">
      <ProductPicture />
      <div className="max-lg:order-first">
        <SectionHeading
          title="The solution"
          lead="One place to write prompts, one balance to pay for them."
        />
        <ul className="mt-7 flex flex-col gap-5">
          {solutionsWith(vendors).map(({ title, text }) => (
            <li key={title}>
              <h3 className="text-m">{title}</h3>
              <p className="mt-0.5 text-pretty text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Band>
  );
}

/** Four steps, side by side or stacked. */
function Steps() {
  return (
    <Band>
      <SectionHeading
        title="How it works"
        lead="Four steps. Your first useful prompt takes about two minutes."
      />
      <ol className="mt-9 grid lg:grid-cols-4">
        {STEPS.map(({ title, text }, index) => (
          <li
            key={title}
            className="relative grid grid-cols-[24px_1fr] gap-x-4 pb-8 before:absolute before:top-6 before:bottom-0 before:left-[11px] before:w-px before:bg-line-strong last:before:hidden last:pb-0 lg:block lg:pr-8 lg:pb-0 lg:before:top-[11px] lg:before:right-0 lg:before:bottom-auto lg:before:left-6 lg:before:h-px lg:before:w-auto"
          >
            <span
              aria-hidden="true"
              className="num grid size-6 place-items-center rounded-full border-[1.5px] border-accent bg-paper text-xs font-semibold text-accent"
            >
              {index + 1}
            </span>
            <div className="lg:mt-4">
              <h3 className="text-l">{title}</h3>
              <p className="mt-1 text-pretty text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Band>
  );
}

function Benefits() {
  return (
    <Section
      title="Also included"
      lead="For teachers, for people who build things, for anyone who uses AI more than once a week."
    >
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {BENEFITS.map(({ Icon, title, text }) => (
          <li key={title} className="grid grid-cols-[20px_1fr] gap-x-3">
            <Icon aria-hidden="true" className="mt-1 size-4.5 text-accent" />
            <div>
              <h3 className="text-l">{title}</h3>
              <p className="mt-1 text-pretty text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const PICTURES = [
  { src: '/images/playground-light.webp', shownIn: 'only-light' },
  { src: '/images/playground-dark.webp', shownIn: 'only-dark' },
];
const WIDTH = 1120;
const HEIGHT = 700;

/** The AI page in light and dark; only the current theme's picture is loaded. `npm run pictures` updates them. */
function ProductPicture() {
  return (
    <figure className="overflow-hidden rounded-3 border border-line shadow-2">
      {PICTURES.map(({ src, shownIn }) => (
        <img
          key={src}
          src={src}
          width={WIDTH}
          height={HEIGHT}
          loading="lazy"
          decoding="async"
          alt="The AI page: a prompt on the left, the reply on the right, and below it the price in cents."
          className={`${shownIn} h-auto w-full`}
        />
      ))}
    </figure>
  );
}
