import { DomainError } from '~/core/shared/errors';
import type { StripeGateway } from '~/integrations/stripe/index.server';
import { PLAN_TERMS, type PlanName } from './plan-terms';
import type { PlanChoiceInput } from './schema';

/** The plan of a price; undefined if not for sale here. */
export function planOfPrice(stripe: StripeGateway, priceId: string): PlanName | undefined {
  if (priceId === stripe.teamPriceId) return 'team';
  return priceId === stripe.enterprisePriceId ? 'enterprise' : undefined;
}

/** Validates the requested price and seats against what is sold here. Without a number, the current seats are kept. */
export function choosePlan(
  stripe: StripeGateway,
  { PriceId: priceId, Seats }: PlanChoiceInput,
  presentSeats = 0,
): { plan: PlanName; priceId: string; seats: number } {
  const plan = planOfPrice(stripe, priceId);
  if (plan === undefined) {
    throw new DomainError('invalid', 'This plan isn’t available. Load the page and try again.', {
      code: 'unknown_price',
    });
  }
  const { label, minSeats } = PLAN_TERMS[plan];
  const seats = Seats ?? Math.max(minSeats, presentSeats);
  if (seats < minSeats) {
    throw new DomainError('invalid', `${label} plans have at least ${String(minSeats)} seats.`, {
      code: 'too_few_seats',
    });
  }
  return { plan, priceId, seats };
}
