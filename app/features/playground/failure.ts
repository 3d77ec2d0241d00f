import { z } from '~/core/browser/browser-zod';
import { formatBalance, formatCost, microUsdFromCents } from '~/ui/format-money';

/** The body of a refusal; every field may be missing, since a proxy on the way may have written it. */
export const refusalSchema = z.object({
  status: z.optional(z.number()),
  message: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  code: z.optional(z.string()),
  retryAfterSeconds: z.optional(z.number()),
  estCostCents: z.optional(z.number()),
  balanceCents: z.optional(z.number()),
  maxRequestCostCents: z.nullish(z.number()),
  chatCcoCents: z.optional(z.number()),
  successor: z.optional(z.string()),
  /** What is wrong with an attached file. */
  reason: z.optional(z.string()),
});

export type Refusal = z.output<typeof refusalSchema>;

export interface Failure {
  /** One sentence of the catalogue. */
  message: string;
  /** What else the server said about it. */
  detail?: string;
  code?: string;
  isSignedOut?: boolean;
  /** The same request would be refused again. */
  needsChange?: boolean;
  /** The vendor has withdrawn the model, and names this one in its place. */
  successor?: string;
}

const DEFAULT_WAIT_SECONDS = 5;
const IMAGE_FAILED = 'Image send failed. If this happens repeatedly, contact support.';

/** Refusals that are told by their code, whatever their status. */
const BY_CODE: Partial<Record<string, (refusal: Refusal) => string>> = {
  attachment_invalid: () => 'Attachment rejected. Please check file type/size.',
  free_daily_limit: () =>
    'You have used your daily allowance of Free AI requests. Become a Pro User for as little as $5.',
  insufficient_funds: explainFunds,
  exceeds_cco: () => 'Chat budget floor (CCO) would be breached',
  stopped: () => 'Stopped before a reply arrived. You were not charged.',
};

/** The catalogue of what can go wrong with a send, word for word. */
export function explainRefusal(
  status: number,
  refusal: Refusal,
  { hasImages = false }: { hasImages?: boolean } = {},
): Failure {
  const facts = {
    ...(refusal.code === undefined ? {} : { code: refusal.code }),
    ...(refusal.successor === undefined ? {} : { successor: refusal.successor }),
  };
  const needsChange = status === 400 ? { needsChange: true } : {};
  const aboutFile = refusal.reason === undefined ? {} : { detail: refusal.reason };
  const byCode = refusal.code === undefined ? undefined : BY_CODE[refusal.code];
  if (byCode) return { message: byCode(refusal), ...aboutFile, ...facts, ...needsChange };
  const detail = refusal.message ? { detail: refusal.message } : {};
  switch (status) {
    case 400:
    case 402:
      return { message: refusal.message ?? 'Request could not be processed.', ...facts, ...needsChange };
    case 401:
      return { message: 'Your session has ended. Please sign in again.', isSignedOut: true, ...facts };
    case 403:
      return { message: 'Access denied. PaidUser role required.', ...facts };
    case 429: {
      const seconds = Math.max(1, Math.ceil(refusal.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS));
      return { message: `Rate limit reached. Try again in ${String(seconds)}s.`, ...facts };
    }
    default: {
      const message = `Request failed (${String(status)})`;
      if (!hasImages) return { message, ...detail, ...facts };
      return {
        message: IMAGE_FAILED,
        detail: [message, refusal.message].filter(Boolean).join('. '),
        ...facts,
      };
    }
  }
}

function explainFunds({ message, estCostCents, balanceCents, maxRequestCostCents }: Refusal): string {
  if (estCostCents === undefined) return message ?? 'The estimated cost exceeds your cap or your balance.';
  const estimate = `The estimated cost of up to ${formatCost(microUsdFromCents(estCostCents))} exceeds`;
  if (
    typeof maxRequestCostCents === 'number' &&
    maxRequestCostCents > 0 &&
    estCostCents > maxRequestCostCents
  ) {
    return `${estimate} your cap of ${formatBalance(microUsdFromCents(maxRequestCostCents))} a request.`;
  }
  if (balanceCents !== undefined && estCostCents > balanceCents) {
    return `${estimate} your balance of ${formatBalance(microUsdFromCents(balanceCents))}.`;
  }
  return message ?? `${estimate} your cap or your balance.`;
}
