import { createHash } from 'node:crypto';
import type { Clock } from '~/core/shared/clock';
import type { Logger } from '~/core/server/logger.server';
import { costCents, wholeCents } from '~/core/shared/money';
import type { Role } from '~/core/shared/permissions';
import type { Ledger, SpendLimits } from '~/features/ledger/index.server';
import { refuseBlocked, type Moderation } from '~/features/moderation/index.server';
import type { AiProvider, ChatMessage } from '~/integrations/ai/contract';
import { countMessages } from '~/integrations/ai/tokens.server';
import type { Answer, CompletionReply } from './answer';
import type { Catalogue } from './catalogue.server';
import { chooseModel, isFreeSend, refuseBeyondPlan, spendable } from './choose-model.server';
import { composeMessages } from './compose-messages.server';
import { DEFAULT_MAX_OUTPUT_TOKENS, FREE_SENDS_PER_DAY, limitsOf, planOf } from './entitlements';
import { parseAnswer, payForCall } from './paid-call.server';
import type { RunningCalls } from './running-calls.server';
import type { CompleteRequest } from './schema';

export interface CompletionDeps {
  catalogue: Catalogue;
  providers: { get(key: string): AiProvider | undefined };
  ledger: Ledger;
  running: RunningCalls;
  moderation: Moderation;
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

const MAX_CALLS_AT_ONCE = 64;

/** A person's own send: what it was answered before, or, after all checks without money, a paid call. */
export async function completePrompt(
  deps: CompletionDeps,
  caller: Caller,
  request: CompleteRequest,
  idempotencyKey: string,
  events: CompletionEvents = {},
): Promise<CompletionReply> {
  const identity = {
    userId: caller.userId,
    endpoint: COMPLETE_ENDPOINT,
    idempotencyKey,
    requestHash: hashOf(request),
  };
  // What was paid is given again before today's plan or limits are looked at: the money may be spent by now.
  const replay = await deps.ledger.replay(identity);
  if (replay) return withBalance(deps, caller.userId, parseAnswer(replay.answer), true);

  const [balance, caps] = await Promise.all([
    deps.ledger.balance(caller.userId),
    deps.spendCaps(caller.userId),
  ]);
  const spendableMicroUsd = spendable(balance);
  const plan = planOf(caller.roles, spendableMicroUsd);
  const { model, price, provider } = await chooseModel(deps, request, plan);
  refuseBeyondPlan(request, caller.roles, plan);
  const messages = composeMessages(request);
  const { mustNotStore } = await refuseBlocked(deps.moderation, ownWords(messages));
  const inputTokens = countMessages(messages, model.model, { json: request.json });
  const isFree = isFreeSend(model, caller.roles, spendableMicroUsd);
  const maxOutputTokens = Math.min(
    request.maxOutputTokens ?? caps.defaultMaxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
    limitsOf(caller.roles, plan).maxOutputTokens,
    model.maxOutputTokens,
  );
  const { answer, replayed } = await payForCall(deps, {
    ...identity,
    provider,
    providerKey: model.provider,
    price,
    inputTokens,
    isFree,
    limits: spendLimits(request, caps),
    maxCallsAtOnce: MAX_CALLS_AT_ONCE,
    doNotStore: request.doNotStoreContent || mustNotStore,
    send: {
      model: model.model,
      messages,
      maxOutputTokens,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...(request.topP === undefined ? {} : { topP: request.topP }),
      ...(request.json === undefined ? {} : { json: request.json }),
      ...(events.onText === undefined ? {} : { onText: events.onText }),
    },
    onHeld: (amountMicroUsd) => events.onStarted?.({ estCostCents: isFree ? 0 : costCents(amountMicroUsd) }),
  });
  return withBalance(deps, caller.userId, answer, replayed);
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

/** What the person sends, earlier turns and attached texts among it; a model's own replies are not theirs. */
const ownWords = (messages: readonly ChatMessage[]): string =>
  messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n\n');

const hashOf = (request: CompleteRequest): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex');

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
