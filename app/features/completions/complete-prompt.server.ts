import { createHash } from 'node:crypto';
import type { Clock } from '~/core/clock';
import { MINUTE_MS } from '~/core/clock';
import { DomainError } from '~/core/errors';
import type { Logger } from '~/core/logger.server';
import { wholeCents } from '~/core/money';
import type { Role } from '~/core/permissions';
import { costMicroUsd, type Balance, type Ledger, type SpendLimits } from '~/features/ledger/index.server';
import { ProviderFailure, type AiProvider, type CompletionResult } from '~/integrations/ai/contract';
import { countMessages } from '~/integrations/ai/tokens.server';
import { answerSchema, shownCost, shownPrice, type Answer, type CompletionReply } from './answer';
import type { Catalogue, CatalogueModel } from './catalogue.server';
import { composeMessages, isImageAttachment } from './compose-messages.server';
import { DEFAULT_MAX_OUTPUT_TOKENS, FREE_SENDS_PER_DAY, limitsOf, planOf, type Plan } from './entitlements';
import { explainFailure } from './provider-failures.server';
import type { RunningCalls } from './running-calls.server';
import type { CompleteRequest } from './schema';

export interface CompletionDeps {
  catalogue: Catalogue;
  providers: { get(key: string): AiProvider | undefined };
  ledger: Ledger;
  running: RunningCalls;
  /** The person's own caps, in micro-dollars. */
  spendCaps(userId: string): Promise<SpendCaps>;
  clock: Clock;
  log: Logger;
}

export interface SpendCaps {
  perRequestCapMicroUsd?: bigint | undefined;
  dailyCapMicroUsd?: bigint | undefined;
  defaultMaxOutputTokens?: number | undefined;
}

export interface Caller {
  userId: string;
  roles: readonly Role[];
}

export interface CompletionEvents {
  /** The money is set aside and the call is about to leave. */
  onStarted?: (started: { estCostCents: number }) => void;
  /** Asks for a streamed answer; each piece as it arrives. */
  onText?: (delta: string) => void;
}

/** The idempotency scope of `/api/ai/complete` and of the playground. */
export const COMPLETE_ENDPOINT = 'ai/complete';

/** Longer than any call may take: after this an open hold counts as lost. */
const HOLD_DEADLINE_MS = 15 * MINUTE_MS;
const MAX_CALLS_AT_ONCE = 64;

/**
 * One paid call from check to charge: checks without money, sets the worst case aside, sends once, settles what it
 * cost and keeps the answer. The rules are in docs/decisions/0003-ledger.md.
 */
export async function completePrompt(
  deps: CompletionDeps,
  caller: Caller,
  request: CompleteRequest,
  idempotencyKey: string,
  events: CompletionEvents = {},
): Promise<CompletionReply> {
  const [balance, caps] = await Promise.all([
    deps.ledger.balance(caller.userId),
    deps.spendCaps(caller.userId),
  ]);
  const plan = planOf(caller.roles, balance.availableMicroUsd);
  const { model, price, provider } = await chooseModel(deps, request, plan);
  refuseBeyondPlan(request, caller.roles, plan);
  const messages = composeMessages(request);
  const inputTokens = countMessages(messages, model.model);
  const isFree = isFreeSend(model, caller.roles, balance);
  const maxOutputTokens = Math.min(
    request.maxOutputTokens ?? caps.defaultMaxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
    limitsOf(caller.roles, plan).maxOutputTokens,
    model.maxOutputTokens,
  );
  if (deps.running.countOf(caller.userId) >= MAX_CALLS_AT_ONCE) {
    throw new DomainError('rate-limited', 'Rate limit reached. Try again in 1s.', {
      code: 'too_many_at_once',
      retryAfterSeconds: 1,
    });
  }
  const held = await deps.ledger.hold({
    userId: caller.userId,
    endpoint: COMPLETE_ENDPOINT,
    idempotencyKey,
    requestHash: hashOf(request),
    provider: model.provider,
    model: model.model,
    price,
    inputTokens,
    maxOutputTokens,
    isFree,
    limits: spendLimits(request, caps),
    deadlineAtMs: deps.clock() + HOLD_DEADLINE_MS,
  });
  if (held.kind === 'replayed') return withBalance(deps, caller.userId, parseAnswer(held.answer), true);

  return deps.running.track(caller.userId, idempotencyKey, async (signal) => {
    events.onStarted?.({ estCostCents: isFree ? 0 : Number(held.amountMicroUsd) / 10_000 });
    const result = await send(deps, held.operationId, price, inputTokens, () =>
      provider.complete({
        model: model.model,
        messages,
        maxOutputTokens,
        ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
        ...(request.topP === undefined ? {} : { topP: request.topP }),
        ...(request.json === undefined ? {} : { json: request.json }),
        ...(events.onText === undefined ? {} : { onText: events.onText }),
        signal,
      }),
    );
    const cost = costMicroUsd(price, result.usage.inputTokens, result.usage.outputTokens);
    const charged = isFree ? 0n : cost < held.amountMicroUsd ? cost : held.amountMicroUsd;
    const answer: Answer = {
      text: result.text,
      provider: model.provider,
      model: model.model,
      requestId: result.requestId,
      finishReason: result.finishReason,
      usage: {
        inputTokens: result.usage.inputTokens,
        outputTokens: result.usage.outputTokens,
        costUsd: shownCost(charged).costUsd,
      },
      costCents: shownCost(charged).costCents,
      price: shownPrice(price),
      isFree,
    };
    await deps.ledger.settle({
      operationId: held.operationId,
      inputTokens: result.usage.inputTokens,
      outputTokens: result.usage.outputTokens,
      providerRequestId: result.requestId,
      answer: JSON.stringify(answer),
      doNotStore: request.doNotStoreContent,
    });
    return withBalance(deps, caller.userId, answer, false);
  });
}

type SentResult = Omit<CompletionResult, 'finishReason'> & { finishReason: Answer['finishReason'] };

/** Sends once. A failure gives the hold back, unless a part of the answer had arrived: that part is the answer. */
async function send(
  deps: CompletionDeps,
  operationId: string,
  price: Parameters<typeof costMicroUsd>[0],
  inputTokens: number,
  call: () => Promise<CompletionResult>,
): Promise<SentResult> {
  try {
    const result = await call();
    if (result.text !== '') return result;
    await deps.ledger.release(
      operationId,
      result.finishReason === 'stopped' ? 'Stopped before a reply' : 'Empty reply',
    );
    throw result.finishReason === 'stopped'
      ? new DomainError('conflict', 'Stopped before a reply arrived. You were not charged.', {
          code: 'stopped',
        })
      : new DomainError('upstream-failed', 'The model gave an empty reply. You were not charged.', {
          code: 'provider_empty_reply',
        });
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const failure = error instanceof ProviderFailure ? error : undefined;
    if (failure?.received && failure.received.text !== '' && !failure.certain) {
      return { ...failure.received, finishReason: 'interrupted', requestId: failure.requestId };
    }
    // Nobody can tell whether the vendor charges for a call that was lost after the send: the platform bears it.
    const isLost = failure === undefined || !failure.certain;
    const loss = isLost ? costMicroUsd(price, inputTokens, 0) : 0n;
    await deps.ledger.release(operationId, failure ? `Failed: ${failure.kind}` : 'Failed', loss);
    deps.log.warn(
      {
        operationId,
        kind: failure?.kind,
        status: failure?.status,
        vendorCode: failure?.vendorCode,
        requestId: failure?.requestId,
      },
      'a call to a provider failed',
    );
    throw failure ? explainFailure(failure) : error;
  }
}

async function chooseModel(deps: CompletionDeps, request: CompleteRequest, plan: Plan) {
  const model = await deps.catalogue.find(request.provider, request.model);
  if (!model) {
    throw new DomainError(
      'invalid',
      `There is no model ${request.model} of ${request.provider} here. Choose one of GET /api/ai/models.`,
      {
        code: 'unknown_model',
      },
    );
  }
  if (plan === 'free' && !model.isFree) {
    throw new DomainError(
      'payment-required',
      'This model is available on paid plans. Please select GPT-4o-mini or Gemini 2.5 Flash.',
      { code: 'free_model_restricted' },
    );
  }
  if (!model.price) {
    throw new DomainError(
      'invalid',
      `${model.displayName} has no price yet, so it cannot be called. Choose another model.`,
      {
        code: 'price_missing',
      },
    );
  }
  const provider = deps.providers.get(model.provider);
  if (!provider) {
    throw new DomainError(
      'unavailable',
      `${model.displayName} is not set up on this server. Choose another model.`,
      {
        code: 'provider_not_set_up',
      },
    );
  }
  return { model, price: model.price, provider };
}

function refuseBeyondPlan(request: CompleteRequest, roles: readonly Role[], plan: Plan): void {
  const needsPro = request.chatMode || request.attachments.some(isImageAttachment);
  if (plan === 'free' && needsPro) {
    throw new DomainError('forbidden', 'Access denied. PaidUser role required.', {
      code: 'paid_user_required',
    });
  }
  const most = limitsOf(roles, plan).attachments;
  if (request.attachments.length > most) {
    throw new DomainError('invalid', 'Attachment rejected. Please check file type/size.', {
      code: 'attachment_invalid',
      data: { reason: `At most ${String(most)} files at once.` },
    });
  }
}

/** Without money of one's own, the two free models are free; the day's allowance is counted with the hold. */
function isFreeSend(model: CatalogueModel, roles: readonly Role[], balance: Balance): boolean {
  return model.isFree && (roles.length === 0 || balance.availableMicroUsd <= 0n);
}

function spendLimits(request: CompleteRequest, caps: SpendCaps): SpendLimits {
  return {
    freeSendsPerDay: FREE_SENDS_PER_DAY,
    perRequestCapMicroUsd: caps.perRequestCapMicroUsd,
    dailyCapMicroUsd: caps.dailyCapMicroUsd,
    ...(request.chatMode && request.chatCcoCents !== undefined
      ? { chatFloorMicroUsd: BigInt(request.chatCcoCents) * 10_000n }
      : {}),
  };
}

const hashOf = (request: CompleteRequest): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex');

const parseAnswer = (text: string): Answer => answerSchema.parse(JSON.parse(text));

async function withBalance(
  deps: CompletionDeps,
  userId: string,
  answer: Answer,
  replayed: boolean,
): Promise<CompletionReply> {
  const balance = await deps.ledger.balance(userId);
  return {
    ...answer,
    balanceCents: wholeCents(balance.postedMicroUsd),
    balanceMicroUsd: Number(balance.postedMicroUsd),
    freeSendsToday: balance.freeSendsToday,
    replayed,
  };
}
