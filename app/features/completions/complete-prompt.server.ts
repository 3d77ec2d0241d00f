import { costCents, MICRO_USD_PER_CENT, wholeCents } from '~/core/shared/money';
import { hasFunds, planOf } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';
import { refuseBlocked } from '~/features/moderation/index.server';
import { readSpendCaps } from '~/features/preferences/index.server';
import type { Message } from '~/integrations/ai/contract';
import { countMessages, textOfMessage } from '~/integrations/ai/tokens.server';
import type { Services } from '~/services';
import { mostOf } from './catalogue.server';
import { chooseModel } from './choose-model.server';
import { composeMessages, refuseChatBeyondPlan, refuseTooLong } from './compose-messages.server';
import { hashRequest } from './hash-request.server';
import { parseAnswer, payForCall } from './pay-for-call.server';
import { DEFAULT_MAX_OUTPUT_TOKENS, FREE_SENDS_PER_DAY, planLimitsOf } from './plan-limits';
import { readAttachments, refuseFilesBeyondPlan } from './read-attachments.server';
import type { Answer, CompletionReply } from './answer';
import type { CompleteRequest } from './schema';

/** The idempotency scope of `/api/ai/complete` and of the playground. */
export const COMPLETE_ENDPOINT = 'ai/complete';

const MAX_CALLS_AT_ONCE = 64;

export interface Send {
  /** The client's key: the same send is paid once. */
  key: string;
  request: CompleteRequest;
  /** The money is set aside and the call is about to leave. */
  onStarted?: (started: { estCostCents: number }) => void;
  /** Asks for a streamed answer; each piece as it arrives. */
  onText?: (delta: string) => void;
}

/** A person's own send: what it was answered before, or, after all checks without money, a paid call. */
export async function completePrompt(
  services: Services,
  actor: Pick<Actor, 'userId' | 'roles'>,
  { key, request, onStarted, onText }: Send,
): Promise<CompletionReply> {
  const { userId, roles } = actor;
  const requestHash = await hashRequest(request);
  const call = { userId, endpoint: COMPLETE_ENDPOINT, idempotencyKey: key, requestHash };
  // What was paid is given again before today's plan or limits are looked at: the money may be spent by now.
  const replay = await services.ledger.replay(call);
  if (replay) return withBalance(services, userId, parseAnswer(replay.answer), true);

  const [balance, caps] = await Promise.all([
    services.ledger.balance(userId),
    readSpendCaps(services, userId),
  ]);
  const plan = planOf(roles, balance);
  const limits = planLimitsOf(roles, plan);
  const { model, price, provider } = await chooseModel(services, plan, request);
  refuseChatBeyondPlan(request, plan);
  refuseFilesBeyondPlan(request, plan, limits.attachments);
  const attached = await readAttachments(services, actor, request, model);
  refuseTooLong(request, attached, model, limits.characters);
  const messages = await composeMessages(services, request, attached);
  const { mustNotStore } = await refuseBlocked(services, ownWords(messages), model.provider);
  // Without money of one's own the free models are free, teams and administrators included; the day's allowance is counted with the hold.
  const isFree = model.isFree && (roles.length === 0 || !hasFunds(balance));
  const maxOutputTokens = Math.min(
    request.maxOutputTokens ?? caps.defaultMaxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
    limits.maxOutputTokens,
    model.maxOutputTokens,
  );
  const { answer, replayed } = await payForCall(services, {
    hold: {
      ...call,
      provider: model.provider,
      model: model.model,
      price,
      ...mostOf(model, {
        inputTokens: await countMessages(messages, model.model, {
          format: request.json ? { type: 'json' } : undefined,
        }),
        maxOutputTokens,
      }),
      isFree,
      categoryId: request.categoryId,
      limits: {
        freeSendsPerDay: FREE_SENDS_PER_DAY,
        perRequestCapMicroUsd: caps.perRequestCapMicroUsd,
        dailyCapMicroUsd: caps.dailyCapMicroUsd,
        chatFloorMicroUsd: chatFloorOf(request),
      },
    },
    provider,
    send: {
      messages,
      sampling: { temperature: request.temperature, topP: request.topP },
      takes: { sampling: model.takesSampling },
      format: request.json ? { type: 'json' } : undefined,
    },
    onText,
    doNotStore: request.doNotStoreContent || mustNotStore,
    runningCalls: services.runningCalls,
    maxCallsAtOnce: MAX_CALLS_AT_ONCE,
    onHeld: (amountMicroUsd) => onStarted?.({ estCostCents: isFree ? 0 : costCents(amountMicroUsd) }),
  });
  return withBalance(services, userId, answer, replayed);
}

const chatFloorOf = ({ chatMode, chatCcoCents }: CompleteRequest): bigint | undefined =>
  chatMode && chatCcoCents !== undefined ? BigInt(chatCcoCents) * MICRO_USD_PER_CENT : undefined;

/** What the person sends, earlier turns and attached texts among it; a model's own replies are not theirs. */
const ownWords = (messages: readonly Message[]): string =>
  messages.flatMap((message) => (message.role === 'user' ? [textOfMessage(message)] : [])).join('\n\n');

async function withBalance(
  { ledger }: Services,
  userId: string,
  answer: Answer,
  replayed: boolean,
): Promise<CompletionReply> {
  const balance = await ledger.balance(userId);
  return {
    ...answer,
    balanceCents: wholeCents(balance.postedMicroUsd),
    balanceMicroUsd: Number(balance.postedMicroUsd),
    freeSendsToday: balance.freeSendsToday,
    replayed,
  };
}
