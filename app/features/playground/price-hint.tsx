import { formatCost, microUsdFromCents } from '~/ui/format-money';
import { estimateMostCents, estimateTokens } from './estimate';
import type { Choice } from './model-choice';

type Props = {
  draft: string;
  choice: Choice;
  maxOutputTokens: number;
  /** For people whose sends are free: how many of how many are gone today. */
  freeSends: { today: number; perDay: number } | null;
};

/** Stands beside Send: money is named before it is spent. */
export function PriceHint({ draft, choice, maxOutputTokens, freeSends }: Props) {
  if (freeSends) {
    const left = Math.max(0, freeSends.perDay - freeSends.today);
    return (
      <>
        Free, {left} of {freeSends.perDay} left today
      </>
    );
  }
  if (draft.trim() === '') return null;
  const mostCents = estimateMostCents(choice.model, estimateTokens(draft), maxOutputTokens);
  return <>up to {formatCost(microUsdFromCents(mostCents))}</>;
}
