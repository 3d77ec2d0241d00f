import { ButtonLink } from '~/ui/button-link';
import { formatCountOf } from '~/ui/format-count';
import { OptimizeCard } from './optimize-card';
import type { ModelPrice } from './read-model-prices.server';
import { StartLink } from './start-link';

type Props = { isSignedIn: boolean; modelCount: number; cheapest: ModelPrice | undefined };

export function Hero({ isSignedIn, modelCount, cheapest }: Props) {
  const facts = [
    { figure: String(modelCount), words: modelCount === 1 ? 'model' : 'models' },
    { figure: '16+', words: 'languages' },
    ...(cheapest ? [{ figure: `$${cheapest.typicalReplyUsd.toFixed(4)}`, words: 'a typical reply *' }] : []),
  ];
  return (
    <div className="mx-auto grid w-full max-w-280 items-center gap-x-16 gap-y-10 px-4 py-12 sm:px-6 md:py-22 lg:grid-cols-[1.05fr_0.95fr]">
      <div>
        <h1 className="text-hero font-[640] tracking-[-0.035em]">
          Better prompts.
          <br />
          Every model.
          <br />
          Cents, not seats.
        </h1>
        <p className="mt-5 max-w-[46ch] text-lead text-pretty text-ink-2">
          Build a prompt step by step, improve it, and send it to {formatCountOf(modelCount, 'model')} from
          one prepaid balance. Start with $5. See what each reply costs, before and after.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <StartLink isSignedIn={isSignedIn} />
          <ButtonLink to="/pricing" size="l">
            See pricing
          </ButtonLink>
        </div>
        <dl className="num mt-11 flex flex-wrap gap-x-10 gap-y-4 border-t border-line pt-5">
          {facts.map(({ figure, words }) => (
            <div key={words} className="flex flex-col-reverse">
              <dt className="text-s text-ink-2">{words}</dt>
              <dd className="text-xl font-[620] tracking-[-0.02em]">{figure}</dd>
            </div>
          ))}
        </dl>
        {cheapest ? (
          <p className="mt-3 text-xs text-ink-3">
            * {cheapest.displayName}, 300 words in and 375 out, at this server’s current price.
          </p>
        ) : null}
      </div>
      <OptimizeCard />
    </div>
  );
}
