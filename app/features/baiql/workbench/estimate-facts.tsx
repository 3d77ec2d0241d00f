import { formatCount } from '~/ui/format-count';
import { formatCost, formatEstimate, microUsdFromCents } from '~/ui/format-money';
import type { Validation } from '../index.server';

/** Rows and cost of a run, as rows of a list of facts. */
export function EstimateFacts({ validation }: { validation: Validation }) {
  // With a missing file nothing was counted, and "free" would be wrong.
  if (validation.transactions === 0 && validation.problems.length > 0) return null;
  const { transactions, inputTokens } = validation;
  return (
    <>
      <Fact name="Transactions" value={transactions === null ? '–' : formatCount(transactions)} />
      <Fact name="Tokens in" value={inputTokens === null ? '–' : formatCount(inputTokens)} />
      {validation.estLikelyCents === null ? null : (
        <Fact name={likelyName(validation)} value={likelyCost(validation.estLikelyCents)} isStrong />
      )}
      <Fact name="Cost range" value={costOf(validation)} />
    </>
  );
}

type CostFigures = Pick<Validation, 'estLowCents' | 'estLikelyCents' | 'estHighCents'>;

/** "≈ 3.00¢", or "free": the likely cost, where a price is known. */
export function likelyToCost({ estLikelyCents }: CostFigures): string {
  if (estLikelyCents === null) return 'the cost is unknown';
  return estLikelyCents === 0 ? 'free' : formatEstimate(microUsdFromCents(estLikelyCents));
}

const likelyName = ({ trialRows }: Validation): string =>
  trialRows === null ? 'Likely cost' : `Likely cost, from the ${formatCount(trialRows)} rows you tried`;

const likelyCost = (cents: number): string => formatCost(microUsdFromCents(cents));

/** "1.20¢ – 3.40¢": minimum and maximum. */
export function costOf({ estLowCents, estHighCents, transactions }: Validation): string {
  if (transactions === null) return '–';
  if (estLowCents === null || estHighCents === null) return 'Unknown: a model has no price';
  const [low, high] = [estLowCents, estHighCents].map((cents) => formatCost(microUsdFromCents(cents)));
  return low === high ? String(low) : `${String(low)} – ${String(high)}`;
}

function Fact({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className={isStrong ? 'num text-right font-semibold' : 'num text-right'}>{value}</dd>
    </>
  );
}
