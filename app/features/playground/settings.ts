import { personalKey, readStored, removeStored, tryToStore } from '~/core/browser/browser-storage';
import { MAX_HISTORY_MESSAGES } from '~/features/completions';
import { modelValue } from '~/features/preferences';
import { formatCount } from '~/ui/format-count';
import { findChoice, firstChoice, type Choice } from './model-choice';
import type { PlaygroundData } from './playground-data';
import { rememberedInstructions } from './instructions';
import type { SendExtras } from './reply';
import { rememberedOptions } from './request-options';
import { chatBudgetSchema, type ChatBudget, type SendSettings } from './state';
import type { Turn } from './turns';

const PROVIDER = 'ai_provider';
const MODEL = 'ai_model';
const MAX_TOKENS = 'ai_defaultMaxTokens';
const MODE = 'ai_chatMode';
const chatKey = (userId: string): string => personalKey(userId, 'ai-chat');

export const MIN_OUTPUT_TOKENS = 64;
const DEFAULT_OUTPUT_TOKENS = 4096;

export const isFreePlan = ({ plan }: Pick<PlaygroundData, 'plan'>): boolean => plan === 'free';

/** The account's preferences. */
export function preferredSettings({ preferred, maxOutputTokensCeiling }: PlaygroundData): SendSettings {
  return {
    model: modelValue(preferred.provider ?? '', preferred.model ?? ''),
    maxTokens: clampTokens(preferred.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS, maxOutputTokensCeiling),
    usesRaise: true,
    doNotStore: false,
    instructions: preferred.instructions,
    options: preferred.options,
    chat: null,
  };
}

/** What this browser remembers, which takes precedence. */
export function rememberedSettings(data: PlaygroundData): Partial<SendSettings> {
  const [provider, model] = [localStorage.getItem(PROVIDER), localStorage.getItem(MODEL)];
  const maxTokens = localStorage.getItem(MAX_TOKENS);
  const instructions = rememberedInstructions(data.userId);
  const options = rememberedOptions(data.userId);
  const isChat = !isFreePlan(data) && localStorage.getItem(MODE) === 'Chat';
  return {
    ...(provider !== null && model !== null && { model: modelValue(provider, model) }),
    ...(maxTokens !== null && { maxTokens: clampTokens(Number(maxTokens), data.maxOutputTokensCeiling) }),
    ...(instructions !== undefined && { instructions }),
    ...(options && { options }),
    ...(isChat && { chat: readStored(chatKey(data.userId), chatBudgetSchema) ?? null }),
  };
}

export function rememberModel({ provider, model }: Choice): void {
  tryToStore(PROVIDER, provider.provider);
  tryToStore(MODEL, model.model);
}

export const rememberMaxTokens = (tokens: number): boolean => tryToStore(MAX_TOKENS, String(tokens));

export function rememberChat(userId: string, budget: ChatBudget | null): void {
  tryToStore(MODE, budget ? 'Chat' : 'Work');
  if (budget) tryToStore(chatKey(userId), JSON.stringify(budget));
  else removeStored(chatKey(userId));
}

/** Why a maximum reply length is refused; undefined if it is allowed. */
export const tokensProblem = (tokens: number | null, ceiling: number): string | undefined =>
  tokens !== null && Number.isInteger(tokens) && tokens >= MIN_OUTPUT_TOKENS && tokens <= ceiling
    ? undefined
    : `Enter a whole number from ${formatCount(MIN_OUTPUT_TOKENS)} to ${formatCount(ceiling)}.`;

function clampTokens(tokens: number, ceiling: number): number {
  if (!Number.isFinite(tokens) || tokens === 0) return Math.min(DEFAULT_OUTPUT_TOKENS, ceiling);
  return Math.round(Math.min(ceiling, Math.max(MIN_OUTPUT_TOKENS, tokens)));
}

export const mayUse = (data: Pick<PlaygroundData, 'plan'>, { model }: Choice): boolean =>
  !isFreePlan(data) || model.isFree;

/** The replacement that a vendor names for a retired model. */
export function selectReplacement(
  data: PlaygroundData,
  provider: string,
  successor: string | undefined,
): Choice | undefined {
  if (successor === undefined) return undefined;
  const found = findChoice(data.providers, modelValue(provider, successor));
  return found && mayUse(data, found) ? found : undefined;
}

/** The chosen model if it was retired. */
export const selectRetired = ({ model }: SendSettings, { retiredModels }: PlaygroundData) =>
  retiredModels.find((each) => modelValue(each.provider, each.model) === model);

/** The model in use; undefined if there is none. */
export function selectChoice(settings: SendSettings, data: PlaygroundData): Choice | undefined {
  const retired = selectRetired(settings, data);
  const chosen = retired
    ? selectReplacement(data, retired.provider, retired.successor?.model)
    : findChoice(data.providers, settings.model);
  return chosen && mayUse(data, chosen) ? chosen : firstChoice(data.providers, isFreePlan(data));
}

/** An account whose balance is used up is on the free plan, which ends its chat. */
export const selectChat = ({ chat }: SendSettings, data: PlaygroundData): ChatBudget | null =>
  isFreePlan(data) ? null : chat;

/** Maximum tokens of the next reply. */
export const selectOutputTokens = (
  { maxTokens, usesRaise }: SendSettings,
  { limits: { raise } }: Pick<PlaygroundData, 'limits'>,
): number => (raise && usesRaise ? Math.max(raise.tokens, maxTokens) : maxTokens);

/** What a chat adds to a request: earlier turns, and the balance it must leave. */
export const chatExtras = (budget: ChatBudget | null, turns: readonly Turn[]): SendExtras =>
  budget ? { chatMode: true, chatCcoCents: budget.ccoCents, history: historyOf(turns) } : {};

/** The answered turns, oldest first, up to the maximum history of a request. */
export const historyOf = (turns: readonly Turn[]): NonNullable<SendExtras['history']> =>
  [...turns]
    .reverse()
    .flatMap(({ request, reply }) =>
      reply && request.prompt !== ''
        ? [
            { role: 'user' as const, content: request.prompt },
            { role: 'assistant' as const, content: reply.text },
          ]
        : [],
    )
    .slice(-MAX_HISTORY_MESSAGES);
