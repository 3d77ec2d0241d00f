import { Badge } from '~/ui/badge';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import { TOP_UP_PACKAGES, type PackageId } from './packages';

/** Whole dollars where there are no cents: "$25". */
export const dollars = (cents: number): string =>
  formatBalance(microUsdFromCents(cents)).replace(/\.00$/, '');

type Props = { value: PackageId; onChange: (id: PackageId) => void; isDisabled: boolean };

export function PackageChoice({ value, onChange, isDisabled }: Props) {
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-2 text-s font-medium">Package</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {TOP_UP_PACKAGES.map(({ id, amountCents, bonusCents }) => (
          <label
            key={id}
            className="relative flex cursor-pointer items-center gap-3 rounded-2 border border-line-strong bg-surface px-4 py-3 has-checked:border-accent has-checked:bg-chosen has-focus-visible:outline-2 has-focus-visible:outline-accent sm:flex-col sm:items-start sm:gap-1"
          >
            <input
              type="radio"
              name="package"
              value={id}
              checked={value === id}
              onChange={() => onChange(id)}
              className="size-4.5 shrink-0 appearance-none rounded-full border border-line-field bg-surface outline-none checked:border-[5.5px] checked:border-accent forced-colors:appearance-auto sm:absolute sm:top-3 sm:right-3"
            />
            <span className="num text-xl font-semibold tracking-[-0.02em]">{dollars(amountCents)}</span>
            <span className="num flex flex-wrap items-center gap-x-2 text-s text-ink-2">
              {dollars(amountCents + bonusCents)} of credit
              {bonusCents > 0 ? (
                <Badge tone="good">{String((bonusCents * 100) / amountCents)}% bonus</Badge>
              ) : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
