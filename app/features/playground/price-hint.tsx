import { modelValue } from '~/features/preferences';
import { formatCount } from '~/ui/format-count';
import { formatCost, formatPricePerMillion, microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import type { ListedProvider } from '~/features/completions/index.server';
import { estimateCents, estimateTokens, requestCents } from './estimate';
import { findChoice, type Choice } from './model-choice';
import { withFees } from './request-options';
import type { Turn } from './turns';

type Props = {
  draft: string;
  /** With the fees of the next request. */
  model: Choice['model'];
  providers: readonly ListedProvider[];
  maxOutputTokens: number;
  /** Tokens of the instructions and the attached files. */
  otherTokens: number;
  /** The turn in flight, whose cost grows with its reply. */
  pending: Turn | undefined;
  /** Free requests used today and the allowance; null for other accounts. */
  freeSends: { today: number; perDay: number; maxOutputTokens: number } | null;
  /** Free because the balance can't cover it; the reply has the free plan's length. */
  isShortened: boolean;
};

/** Shown beside Send: the rate, the cost of the prompt, and the cost of the reply so far. */
export function PriceHint({
  draft,
  model: chosen,
  providers,
  pending,
  freeSends,
  isShortened,
  ...props
}: Props) {
  const { maxOutputTokens, otherTokens } = props;
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
    const { provider, model, prompt, webSearch = null } = pending.request;
    const found = findChoice(providers, modelValue(provider, model))?.model;
    const price = found ? withFees(found, { webSearch }) : chosen;
    const tokensCents = estimateCents(price, estimateTokens(prompt), estimateTokens(pending.text));
    return <>{describeRunning(tokensCents + price.typicalFeeCents)}</>;
  }
  if (draft.trim() === '') {
    const { inputPricePer1K, outputPricePer1K } = chosen;
    return (
      <>
        {formatPricePerMillion(Number(inputPricePer1K))} in ·{' '}
        {formatPricePerMillion(Number(outputPricePer1K))} out per 1M tokens
      </>
    );
  }
  const inputTokens = estimateTokens(draft) + otherTokens;
  const { typical, atMost } = requestCents(chosen, inputTokens, maxOutputTokens);
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
