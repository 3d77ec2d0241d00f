/** The least that a chat leaves on the balance, however small the part that it must not touch. */
const LEAST_CENTS = 50;
const MARGIN_PERCENT = 2;
const NEAR_PERCENT = 10;

/** The chat cut-off (CCO): what a chat must not touch when it may spend this percentage of the balance. Rounded up. */
export const ccoOf = (balanceCents: number, budgetPercent: number): number =>
  Math.ceil((balanceCents * (100 - budgetPercent)) / 100);

/** The balance below which no chat request may bring it: the cut-off and 2 percent, at least 50 cents. Whole cents. */
export const chatFloorCents = (ccoCents: number): number =>
  Math.max(LEAST_CENTS, Math.ceil((ccoCents * (100 + MARGIN_PERCENT)) / 100));

/** `insufficient`: it would cost more than there is. `breach`: it would go below the floor. `near`: close to it. */
export type ChatCheck = 'ok' | 'near' | 'breach' | 'insufficient';

/** Whether a request that may cost so much fits into what the chat may spend. Amounts in cents, with fractions. */
export function checkChat(balanceCents: number, estCostCents: number, ccoCents: number): ChatCheck {
  const after = balanceCents - estCostCents;
  if (after < 0) return 'insufficient';
  if (after < chatFloorCents(ccoCents)) return 'breach';
  return after <= (ccoCents * (100 + NEAR_PERCENT)) / 100 ? 'near' : 'ok';
}
