import {
  textMessage,
  type AiProvider,
  type ProviderRequest,
  type Message,
} from '@promptwell/ai-providers/contract';
import { countMessages } from '@promptwell/ai-providers';
import { DomainError } from '~/core/shared/errors';
import { ownMicroUsd, planOf, sendsFree, type Plan } from '~/core/shared/permissions';
import type { UserWithRoles } from '~/core/server/session.server';
import { worstCase, type PriceRule } from '~/features/ledger/index.server';
import type { CompletionsDeps } from './deps.server';
import { DEFAULT_MAX_OUTPUT_TOKENS, FREE_PLAN_LIMITS, planLimitsOf } from './completion-limits.server';
import { maxUsage, type CatalogueModel } from './catalogue.server';
import { paidModelSentence } from './contract';
import { findSetUpProvider } from './find-provider.server';
import { modelRetired } from './retired-models.server';
import { charactersOf, composeMessages, refuseChatBeyondPlan, refuseTooLong } from './messages.server';
import {
  readAttachments,
  refuseFilesBeyondPlan,
  fitsFreePlan,
  type Attached,
} from './read-attachments.server';
import type { CompleteRequest } from './schema';
import { freeModelNames } from './shown-models.server';

type Deps = Pick<
  CompletionsDeps,
  'env' | 'providers' | 'documents' | 'catalogue' | 'ledger' | 'moderation' | 'preferences'
>;

/** A usable model with its price and provider. */
export interface ChosenModel {
  model: CatalogueModel;
  price: PriceRule;
  provider: AiProvider;
}

/** A completion before it is paid: model, messages and maximum usage. */
export interface PlannedCompletion
  extends ChosenModel, Pick<ProviderRequest, 'messages' | 'sampling' | 'format' | 'effort' | 'webSearch'> {
  /** Sentences about requested settings that aren't sent. */
  warnings?: readonly string[];
  /** Tried in this order if the model can't be reached. */
  fallbacks?: readonly Fallback[] | undefined;
  inputTokens: number;
  maxOutputTokens: number;
  isFree: boolean;
}

/** A fallback model for the same messages. */
export type Fallback = ChosenModel & Pick<PlannedCompletion, 'webSearch' | 'warnings' | 'inputTokens'>;

/** A planned request of a user; `maxOutputTokens` is the plan's limit, without a raised one. */
interface PlannedRequest extends PlannedCompletion {
  /** The requested output tokens, up to the model's limit. */
  requestedOutputTokens: number;
  /** Messages to moderate: all but the product's own instructions. */
  judged: readonly Message[];
}

/** Checks what the user may send and plans the completion. Places no hold. */
export async function planCompletion(
  services: Deps,
  actor: UserWithRoles,
  request: CompleteRequest,
  { instructions, signal }: { instructions?: string | undefined; signal?: AbortSignal } = {},
): Promise<PlannedRequest> {
  const { userId, roles } = actor;
  const [balance, preferences] = await Promise.all([
    services.ledger.balance(userId),
    services.preferences.read(userId),
  ]);
  const plan = planOf(roles, balance);
  const limits = planLimitsOf(roles, plan);
  const chosen = await chooseModel(services, plan, request);
  const { model, ...searching } = planSearches(chosen.model, request.webSearch);
  refuseChatBeyondPlan(request, plan);
  refuseFilesBeyondPlan(request, plan, limits.attachments);
  const attached = await readAttachments(services, actor, request, { model, signal });
  refuseTooLong(request, attached, model, limits.characters);
  const composed = await composeMessages(services, userId, request, attached);
  const messages = instructions === undefined ? composed : [textMessage('system', instructions), ...composed];
  const format = formatOf(request);
  const requestedOutputTokens = Math.min(
    request.maxOutputTokens ?? preferences.DefaultMaxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
    model.maxOutputTokens,
  );
  const inputTokens = await countMessages(messages, model.family, { format });
  const planned = {
    ...chosen,
    ...searching,
    model,
    messages,
    judged: composed,
    sampling: { temperature: request.temperature, topP: request.topP },
    effort: request.effort,
    format,
    inputTokens,
    requestedOutputTokens,
    maxOutputTokens: Math.min(requestedOutputTokens, limits.maxOutputTokens),
    // The daily allowance is checked by the hold.
    isFree: model.isFree && sendsFree(roles, balance),
  };
  const withFallbacks = async (each: typeof planned): Promise<PlannedRequest> => ({
    ...each,
    fallbacks: await planFallbacks(services, plan, request, each),
  });
  if (planned.isFree || !isWithinFreePlan(request, attached, model)) return withFallbacks(planned);
  const freeOutputTokens = Math.min(requestedOutputTokens, FREE_PLAN_LIMITS.maxOutputTokens);
  if (maxCostMicroUsd({ ...planned, maxOutputTokens: freeOutputTokens }) <= ownMicroUsd(balance))
    return withFallbacks(planned);
  return withFallbacks({
    ...planned,
    isFree: true,
    requestedOutputTokens: freeOutputTokens,
    maxOutputTokens: freeOutputTokens,
  });
}

/** A balance too low to pay for the request shouldn't be worse than none, so the free allowance pays. */
const isWithinFreePlan = (
  request: CompleteRequest,
  { texts }: Attached,
  { isFree }: CatalogueModel,
): boolean =>
  isFree &&
  !request.chatMode &&
  fitsFreePlan(request, FREE_PLAN_LIMITS.attachments) &&
  charactersOf(request, texts) <= FREE_PLAN_LIMITS.characters;

function formatOf({ json, jsonSchema }: CompleteRequest): ProviderRequest['format'] {
  if (jsonSchema) return { type: 'json', schema: { name: 'answer', schema: jsonSchema, strict: false } };
  return json ? { type: 'json' } : undefined;
}

/** Allows web searches only on models with a search limit, which the hold covers. */
function planSearches(
  model: CatalogueModel,
  webSearch: boolean | undefined,
): Pick<PlannedCompletion, 'model' | 'webSearch' | 'warnings'> {
  const mayDo = model.searchesByItself ? webSearch !== false : webSearch === true && model.searches.most > 0;
  if (mayDo) return { model, webSearch };
  return {
    model: { ...model, searches: { ...model.searches, most: 0 } },
    webSearch: model.searchesByItself ? false : undefined,
    ...(webSearch === true && {
      warnings: [`${model.displayName} isn’t set up for web search here; it was left out.`],
    }),
  };
}

/** The maximum cost in micro-dollars, which is also the amount held: that of the most expensive candidate. */
export const maxCostMicroUsd = (planned: PlannedCompletion): bigint =>
  planned.isFree
    ? 0n
    : [planned, ...(planned.fallbacks ?? [])]
        .map((each) => worstCase(each.price, maxUsageOfCandidate(planned, each)))
        .reduce((most, amount) => (amount > most ? amount : most));

/** The maximum usage of one candidate. */
export const maxUsageOfCandidate = (
  { maxOutputTokens }: Pick<PlannedCompletion, 'maxOutputTokens'>,
  { model, inputTokens }: Pick<Fallback, 'model' | 'inputTokens'>,
): ReturnType<typeof maxUsage> =>
  maxUsage(model, { inputTokens, maxOutputTokens: Math.min(maxOutputTokens, model.maxOutputTokens) });

/**
 * The fallback models: those the request names, which must exist, otherwise the one an administrator configured, if
 * usable. Skips paid models for a free request, and models that can't read the files or the length.
 */
async function planFallbacks(
  services: Deps,
  plan: Plan,
  request: CompleteRequest,
  planned: PlannedCompletion,
): Promise<Fallback[]> {
  const chosen = request.fallbacks
    ? await Promise.all(request.fallbacks.map((wanted) => chooseModel(services, plan, wanted)))
    : await configuredFallback(services, plan, planned.model);
  const { messages, format, isFree } = planned;
  const hasFiles = messages.some(({ parts }) =>
    parts.some((part) => part.type === 'file' && 'bytes' in part.data),
  );
  const fallbacks = chosen.map(async (each): Promise<Fallback[]> => {
    const inputTokens = await countMessages(messages, each.model.family, { format });
    const isUnfit =
      (isFree && !each.model.isFree) ||
      (hasFiles && !each.model.takesImages) ||
      inputTokens > (each.model.contextTokens ?? Infinity);
    return isUnfit ? [] : [{ ...each, ...planSearches(each.model, request.webSearch), inputTokens }];
  });
  return (await Promise.all(fallbacks)).flat();
}

async function configuredFallback(
  services: Deps,
  plan: Plan,
  { fallback }: CatalogueModel,
): Promise<ChosenModel[]> {
  const [, provider, model] = /^([^/]+)\/(.+)$/.exec(fallback ?? '') ?? [];
  if (provider === undefined || model === undefined) return [];
  try {
    return [await chooseModel(services, plan, { provider, model })];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

/** The requested model, if this plan may use it now. */
export async function chooseModel(
  services: Pick<CompletionsDeps, 'providers' | 'catalogue'>,
  plan: Plan,
  wanted: { provider: string; model: string },
): Promise<ChosenModel> {
  const { catalogue } = services;
  const model = await catalogue.find(wanted.provider, wanted.model);
  if (!model) {
    const gone = await catalogue.findRetired(wanted.provider, wanted.model);
    if (gone) throw modelRetired(`${gone.providerName} no longer offers ${gone.displayName}.`, gone);
    throw new DomainError(
      'invalid',
      `There is no model ${wanted.model} from ${wanted.provider} here. Choose one from GET /api/ai/models.`,
      { code: 'unknown_model' },
    );
  }
  if (plan === 'free' && !model.isFree) {
    throw new DomainError('payment-required', paidModelSentence(await freeModelNames(services)), {
      code: 'free_model_restricted',
    });
  }
  if (!model.price) {
    throw new DomainError(
      'invalid',
      `${model.displayName} has no price yet, so it cannot be called. Choose another model.`,
      { code: 'price_missing' },
    );
  }
  const provider = await findSetUpProvider(services, model.provider);
  if (!provider) {
    throw new DomainError(
      'unavailable',
      `${model.displayName} is not set up on this server. Choose another model.`,
      { code: 'provider_not_set_up' },
    );
  }
  return { model, price: model.price, provider };
}
