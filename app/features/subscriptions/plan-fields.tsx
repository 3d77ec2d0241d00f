import { RadioGroup } from '~/ui/form/radio-group';
import { NumberField } from '~/ui/form/number-field';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import type { PlanName } from './plan-terms';

export interface OfferedPlan {
  plan: PlanName;
  priceId: string;
  label: string;
  minSeats: number;
  /** Price per seat and month; null while Stripe can't tell. */
  seatCents: number | null;
}

/** The selection; seats are null while the field isn't a number. */
export interface Choice {
  priceId: string;
  seats: number | null;
}

export const dollars = (cents: number): string => formatBalance(microUsdFromCents(cents));

type Props = {
  plans: readonly OfferedPlan[];
  value: Choice;
  onChange: (choice: Choice) => void;
};

/** Fields for the plan and the number of seats. */
export function PlanFields({ plans, value, onChange }: Props) {
  const chosen = plans.find(({ priceId }) => priceId === value.priceId);
  const minSeats = chosen?.minSeats ?? 1;
  const problem =
    value.seats === null || !Number.isInteger(value.seats)
      ? 'Enter a whole number'
      : value.seats < minSeats
        ? `At least ${String(minSeats)} users`
        : undefined;
  const seatCents = chosen?.seatCents ?? null;
  return (
    <div className="flex flex-col gap-5">
      <RadioGroup
        label="Plan"
        value={value.priceId}
        onChange={(priceId) => onChange({ ...value, priceId })}
        options={plans.map(({ priceId, label, seatCents: cents, minSeats: least }) => ({
          value: priceId,
          label,
          description: `${cents === null ? '' : `${dollars(cents)} per user per month, `}at least ${String(least)} users`,
        }))}
      />
      <NumberField
        label="Users"
        min={minSeats}
        className="max-w-40"
        value={value.seats}
        onValueChange={(seats) => onChange({ ...value, seats })}
        error={problem}
        hint={
          seatCents === null || value.seats === null || problem !== undefined
            ? undefined
            : `${dollars(seatCents * value.seats)} per month`
        }
      />
    </div>
  );
}

/** Whether the selection is complete and valid. */
export const isCompleteChoice = (plans: readonly OfferedPlan[], { priceId, seats }: Choice): boolean =>
  seats !== null &&
  Number.isInteger(seats) &&
  plans.some((plan) => plan.priceId === priceId && seats >= plan.minSeats);
