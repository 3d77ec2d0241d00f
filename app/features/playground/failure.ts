import { z } from '~/core/browser/browser-zod';
import { apiErrorSchema, type ApiError } from '~/core/browser/call-api';
import { formatBalance, formatCost, microUsdFromCents } from '~/ui/format-money';

/** Error response of a refused send. */
const sendErrorSchema = z.object({
  ...apiErrorSchema.shape,
  estCostCents: z.optional(z.number()),
  balanceCents: z.optional(z.number()),
  /** Exact, because whole cents would show less than a cent as nothing. */
  balanceMicroUsd: z.optional(z.number()),
  maxRequestCostCents: z.nullish(z.number()),
  chatCcoCents: z.optional(z.number()),
  dailyCapCents: z.optional(z.number()),
  monthlyCapCents: z.optional(z.number()),
  successor: z.optional(z.string()),
  /** The rejected file and the reason. */
  attachment: z.optional(z.string()),
  reason: z.optional(z.string()),
});

export type ApiErrorFacts = z.output<typeof sendErrorSchema>;

/** A send's failure, as stored and shown in its turn. */
export const failureSchema = z.object({
  /** A message of the specified catalog. */
  message: z.string(),
  /** Details from the server. */
  detail: z.optional(z.string()),
  code: z.optional(z.string()),
  isSignedOut: z.optional(z.boolean()),
  /** Retrying the same request would fail again. */
  needsChange: z.optional(z.boolean()),
  /** The replacement of a retired model. */
  successor: z.optional(z.string()),
  /** A remedy, if a retry alone won't help. */
  remedy: z.optional(z.enum(['top-up', 'limits', 'work-mode'])),
});
export type Failure = z.output<typeof failureSchema>;
export type Remedy = NonNullable<Failure['remedy']>;

const DEFAULT_WAIT_SECONDS = 5;
const IMAGE_FAILED = 'Image send failed. If this happens repeatedly, contact support.';

type FailureText = Pick<Failure, 'message' | 'detail' | 'remedy'>;

/** Messages by error code, whatever the status. */
const BY_CODE: Partial<Record<string, (refusal: ApiErrorFacts) => FailureText>> = {
  attachment_invalid: ({ attachment, reason }) => ({
    message: 'Attachment rejected. Please check file type/size.',
    ...(reason === undefined
      ? {}
      : {
          detail:
            attachment === undefined || reason.includes(attachment) ? reason : `${attachment}: ${reason}`,
        }),
  }),
  free_daily_limit: () => ({
    message: 'You have used your daily allowance of Free AI requests. Become a Pro User for as little as $5.',
    remedy: 'top-up',
  }),
  insufficient_funds: explainFunds,
  exceeds_cco: explainChatBudget,
  paid_user_required: () => ({
    message: 'Access denied. PaidUser role required.',
    detail:
      'Chat mode, images and choosing pages need a Pro account with a balance. Top up, or send without them.',
    remedy: 'top-up',
  }),
  other_account: ({ message = 'You’re logged in to another account.' }) => ({ message }),
  unknown_model: () => ({ message: 'This model isn’t available here anymore. Choose another one.' }),
  stopped: () => ({ message: 'Stopped before a reply arrived. You were not charged.' }),
};

/** Replaces the server's messages, which address API users who choose their own keys. */
const DETAIL_BY_CODE: Partial<Record<string, string>> = {
  in_flight: 'This request is still being answered. Its reply appears in the thread.',
  answer_purged: 'This request was answered before, but its reply is no longer stored. Retry sends it again.',
  idempotency_key_reused:
    'This request was confused with another one. You weren’t charged. Retry sends it again.',
};

const REMEDY_BY_CODE: Partial<Record<string, Remedy>> = {
  free_model_restricted: 'top-up',
  free_optimize_limit: 'top-up',
  in_debt: 'top-up',
};

/** Maps an error response to a message of the specified catalog, word for word. */
export function explainApiError(
  status: number,
  refusal: ApiErrorFacts,
  { hasImages = false }: { hasImages?: boolean } = {},
): Failure {
  const { code = '', successor } = refusal;
  const remedy = REMEDY_BY_CODE[code];
  const facts = {
    ...(code === '' ? {} : { code }),
    ...(successor === undefined ? {} : { successor }),
    ...(remedy === undefined ? {} : { remedy }),
  };
  const needsChange = status === 400 ? { needsChange: true } : {};
  const byCode = BY_CODE[code];
  if (byCode) return { ...facts, ...needsChange, ...byCode(refusal) };
  const serverMessage = DETAIL_BY_CODE[code] ?? refusal.message;
  switch (status) {
    case 400:
    case 402:
      return { message: serverMessage ?? 'Request could not be processed.', ...facts, ...needsChange };
    case 401:
      return { message: 'Your session has ended. Please log in again.', isSignedOut: true, ...facts };
    case 403:
      return { message: 'Access denied. PaidUser role required.', ...facts };
    case 429: {
      const seconds = Math.max(1, Math.ceil(refusal.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS));
      return { message: `Rate limit reached. Try again in ${String(seconds)}s.`, ...facts };
    }
    default: {
      const message = `Request failed (${String(status)})`;
      if (!hasImages)
        return { message, ...(serverMessage === undefined ? {} : { detail: serverMessage }), ...facts };
      return { message: IMAGE_FAILED, detail: [message, serverMessage].filter(Boolean).join('. '), ...facts };
    }
  }
}

/** Describes any error response, even a proxy's. */
export const failureOf = ({ status, body }: ApiError, about: { hasImages?: boolean } = {}): Failure =>
  explainApiError(status, sendErrorSchema.safeParse(body).data ?? {}, about);

const inDollars = (cents: number): string => formatBalance(microUsdFromCents(cents));
const balanceText = (balanceCents: number, { balanceMicroUsd }: ApiErrorFacts): string =>
  balanceMicroUsd === undefined ? inDollars(balanceCents) : formatBalance(balanceMicroUsd);

/** Tells which cap, or the balance, was exceeded and how to fix it. The server checks the caps first. */
function explainFunds(refusal: ApiErrorFacts): FailureText {
  const { message, estCostCents, balanceCents, maxRequestCostCents, dailyCapCents, monthlyCapCents } =
    refusal;
  // The server's message names the figures and the fix; a top-up would not help.
  if (dailyCapCents !== undefined || monthlyCapCents !== undefined)
    return { message: message ?? 'The estimated cost exceeds your limit.' };
  if (estCostCents === undefined)
    return { message: message ?? 'The estimated cost exceeds your limit or your balance.', remedy: 'top-up' };
  const estimate = `The estimated cost of up to ${formatCost(microUsdFromCents(estCostCents))} exceeds`;
  if (
    typeof maxRequestCostCents === 'number' &&
    maxRequestCostCents > 0 &&
    estCostCents > maxRequestCostCents
  ) {
    return {
      message: `${estimate} your per-request limit of ${inDollars(maxRequestCostCents)}.`,
      detail: 'Raise the limit, allow a shorter reply, or shorten the prompt.',
      remedy: 'limits',
    };
  }
  if (balanceCents !== undefined && estCostCents > balanceCents) {
    return {
      message: `${estimate} your balance of ${balanceText(balanceCents, refusal)}.`,
      detail: 'Top up, allow a shorter reply, or choose a cheaper model.',
      remedy: 'top-up',
    };
  }
  return { message: message ?? `${estimate} your limit or your balance.`, remedy: 'top-up' };
}

function explainChatBudget(refusal: ApiErrorFacts): FailureText {
  const { estCostCents, balanceCents, chatCcoCents } = refusal;
  const figures =
    estCostCents === undefined || balanceCents === undefined || chatCcoCents === undefined
      ? ''
      : `This request could cost up to ${formatCost(microUsdFromCents(estCostCents))} of your ${balanceText(balanceCents, refusal)}, ` +
        `and the chat stops at ${inDollars(chatCcoCents)}. `;
  return {
    message: 'Chat budget floor (CCO) would be breached',
    detail: `${figures}Switch to Work to send it, or begin a chat with a larger budget.`,
    remedy: 'work-mode',
  };
}
