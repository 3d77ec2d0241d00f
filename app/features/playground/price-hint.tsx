import { modelValue } from '~/features/preferences';
import { formatCount } from '~/ui/format-count';
import { formatCost, formatPricePerMillion, microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import type { ListedProvider } from '~/features/completions/index.server';
import { estimateCents, estimateTokens, requestCents } from './estimate';
import { findChoice, type Choice } from './model-choice';
import type { Turn } from './turns';

type Props = {
  draft: string;
  choice: Choice;
  providers: readonly ListedProvider[];
  maxOutputTokens: number;
  /** Tokens of the attached files. */
  attachedTokens: number;
  /** The turn in flight, whose cost grows with its reply. */
  pending: Turn | undefined;
  /** Free requests used today and the allowance; null for other accounts. */
  freeSends: { today: number; perDay: number; maxOutputTokens: number } | null;
  /** Free because the balance can't cover it; the reply has the free plan's length. */
  isShortened: boolean;
};

/** Shown beside Send: the rate, the cost of the prompt, and the cost of the reply so far. */
export function PriceHint({ draft, choice, providers, pending, freeSends, isShortened, ...props }: Props) {
  const { maxOutputTokens, attachedTokens } = props;
  if (freeSends) {
    const left = Math.max(0, freeSends.perDay - freeSends.today);
    return (
      <>
        Free, {left} of {freeSends.perDay} left today
        {isShortened ? `, replies up to ${formatCount(freeSends.maxOutputTokens)} tokens` : null}
      </>
    );
  }
  if (pending) {
    const { provider, model, prompt } = pending.request;
    const price = findChoice(providers, modelValue(provider, model))?.model ?? choice.model;
    const tokensCents = estimateCents(price, estimateTokens(prompt), estimateTokens(pending.text));
    return <>{describeRunning(tokensCents + price.typicalFeeCents)}</>;
  }
  if (draft.trim() === '' && attachedTokens === 0) {
    const { inputPricePer1K, outputPricePer1K } = choice.model;
    return (
      <>
        {formatPricePerMillion(Number(inputPricePer1K))} in ·{' '}
        {formatPricePerMillion(Number(outputPricePer1K))} out per 1M tokens
      </>
    );
  }
  const inputTokens = estimateTokens(draft) + attachedTokens;
  const { typical, atMost } = requestCents(choice.model, inputTokens, maxOutputTokens);
  return (
    <span title="“≈” assumes a reply of a few paragraphs; “at most” assumes the longest reply your limits allow.">
      <Money
        use="estimate"
        className="whitespace-normal"
        typical={microUsdFromCents(typical)}
        atMost={microUsdFromCents(atMost)}
      />
    </span>
  );
}

function describeRunning(cents: number): string {
  const cost = formatCost(microUsdFromCents(cents));
  return `${cost.startsWith('<') ? cost : `≈ ${cost}`} so far`;
}
