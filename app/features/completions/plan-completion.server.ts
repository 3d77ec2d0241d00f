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

/** A model and whether it searches the web for this request. */
interface SearchingModel extends ChosenModel, Pick<ProviderRequest, 'webSearch'> {
  /** Sentences about requested settings that aren't sent. */
  warnings: readonly string[];
}

/** A message whose vendor state goes back to the model that made it, and to no other. */
export interface QuestionMessage extends Message {
  /** The model that made `state`, as `provider/model`. */
  stateOf?: string;
}

/** What the model is asked, whichever model answers. */
export interface Question extends Pick<
  ProviderRequest,
  'sampling' | 'format' | 'effort' | 'seed' | 'stop' | 'toolUse'
> {
  messages: readonly QuestionMessage[];
}

/** A model that may answer, and the request it would get. */
export interface Candidate extends Omit<SearchingModel, 'webSearch'> {
  /** All but the limit of the reply and what only the payer knows. */
  request: Omit<ProviderRequest, 'maxOutputTokens' | 'userId' | 'cacheKey' | 'retries' | 'signal'>;
  /** Of the messages, as counted for this model. */
  inputTokens: number;
}

/** A completion before it is paid: what would be sent to whom. */
export interface PlannedCompletion {
  /** The chosen model, then its fallbacks in the order in which they are asked if it can't be reached. */
  candidates: readonly [Candidate, ...Candidate[]];
  maxOutputTokens: number;
  isFree: boolean;
}

/** A planned request of a user; `maxOutputTokens` is the plan's limit, without a raised one. */
export interface PlannedRequest extends PlannedCompletion {
  /** The requested output tokens, up to the model's limit. */
  requestedOutputTokens: number;
  /** Messages to moderate: all but the product's own instructions. */
  judged: readonly Message[];
}

/** What a request asks for, without its messages. */
interface RequestedCompletion
  extends
    Pick<CompleteRequest, 'provider' | 'model' | 'maxOutputTokens' | 'webSearch' | 'fallbacks'>,
    Omit<Question, 'messages'> {}

/** The messages of a request, once its model and plan are known. */
interface ComposedMessages extends Pick<Question, 'messages'> {
  /** Those to moderate. */
  judged: readonly Message[];
  fitsFreePlan: boolean;
}

export interface ModelAndPlan {
  model: CatalogueModel;
  plan: Plan;
  limits: ReturnType<typeof planLimitsOf>;
}

/** Checks what the user may send and plans the completion. Places no hold. */
export const planCompletion = (
  services: Deps,
  actor: UserWithRoles,
  request: CompleteRequest,
  { instructions, signal }: { instructions?: string | undefined; signal?: AbortSignal } = {},
): Promise<PlannedRequest> =>
  planMessages(
    services,
    actor,
    {
      ...request,
      sampling: { temperature: request.temperature, topP: request.topP },
      format: formatOf(request),
    },
    async ({ model, plan, limits }) => {
      refuseChatBeyondPlan(request, plan);
      refuseFilesBeyondPlan(request, plan, limits.attachments);
      const attached = await readAttachments(services, actor, request, { model, signal });
      refuseTooLong(charactersOf(request, attached.texts), model, limits.characters);
      const judged = await composeMessages(services, actor.userId, request, attached);
      return {
        messages: instructions === undefined ? judged : [textMessage('system', instructions), ...judged],
        judged,
        fitsFreePlan: isWithinFreePlan(request, attached),
      };
    },
  );

/** The same for messages of any origin, which `compose` checks and makes for the chosen model. */
export async function planMessages(
  services: Deps,
  { userId, roles }: UserWithRoles,
  request: RequestedCompletion,
  compose: (chosen: ModelAndPlan) => Promise<ComposedMessages>,
): Promise<PlannedRequest> {
  const [balance, preferences] = await Promise.all([
    services.ledger.balance(userId),
    services.preferences.read(userId),
  ]);
  const plan = planOf(roles, balance);
  const limits = planLimitsOf(roles, plan);
  const chosen = planSearches(await chooseModel(services, plan, request), request.webSearch);
  const { model } = chosen;
  if (request.toolUse && !supportsTools(services, chosen)) throw toolsUnsupported(model);
  const { messages, judged, fitsFreePlan } = await compose({ model, plan, limits });
  const { sampling, effort, format, seed, stop, toolUse } = request;
  const question: Question = { messages, sampling, effort, format, seed, stop, toolUse };
  const requestedOutputTokens = Math.min(
    request.maxOutputTokens ?? preferences.DefaultMaxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
    model.maxOutputTokens,
  );
  const own = await planCandidate(chosen, question);
  const asPlan = {
    requestedOutputTokens,
    maxOutputTokens: Math.min(requestedOutputTokens, limits.maxOutputTokens),
    // The daily allowance is checked by the hold.
    isFree: model.isFree && sendsFree(roles, balance),
  };
  const payment =
    !asPlan.isFree && model.isFree && fitsFreePlan
      ? freeIfUnaffordable(asPlan, own, ownMicroUsd(balance))
      : asPlan;
  const fallbacks = await planFallbacks(services, plan, request, { question, model, isFree: payment.isFree });
  return { ...payment, candidates: [own, ...fallbacks], judged };
}

const supportsTools = (
  { providers }: Pick<Deps, 'providers'>,
  { model: { provider, model, family } }: Pick<ChosenModel, 'model'>,
): boolean => providers.capabilitiesOf(provider, { model, modelBehind: family }).tools;

const toolsUnsupported = ({ displayName }: CatalogueModel): DomainError =>
  new DomainError('invalid', `${displayName} doesn’t take tools. Choose another model, or leave tools out.`, {
    code: 'tools_unsupported',
    data: { param: 'tools' },
  });

/** A balance too low to pay for the request shouldn't be worse than none, so the free allowance pays. */
function freeIfUnaffordable<Payment extends { requestedOutputTokens: number }>(
  payment: Payment,
  own: Candidate,
  balanceMicroUsd: bigint,
): Payment {
  const maxOutputTokens = Math.min(payment.requestedOutputTokens, FREE_PLAN_LIMITS.maxOutputTokens);
  const cost = maxCostMicroUsd({ candidates: [own], maxOutputTokens, isFree: false });
  return cost <= balanceMicroUsd
    ? payment
    : { ...payment, isFree: true, requestedOutputTokens: maxOutputTokens, maxOutputTokens };
}

const isWithinFreePlan = (request: CompleteRequest, { texts }: Attached): boolean =>
  !request.chatMode &&
  fitsFreePlan(request, FREE_PLAN_LIMITS.attachments) &&
  charactersOf(request, texts) <= FREE_PLAN_LIMITS.characters;

function formatOf({ json, jsonSchema }: CompleteRequest): ProviderRequest['format'] {
  if (jsonSchema) return { type: 'json', schema: { name: 'answer', schema: jsonSchema, strict: false } };
  return json ? { type: 'json' } : undefined;
}

/** Allows web searches only on models with a search limit, which the hold covers. */
function planSearches(chosen: ChosenModel, webSearch: boolean | undefined): SearchingModel {
  const { model } = chosen;
  const mayDo = model.searchesByItself ? webSearch !== false : webSearch === true && model.searches.most > 0;
  if (mayDo) return { ...chosen, webSearch, warnings: [] };
  return {
    ...chosen,
    model: { ...model, searches: { ...model.searches, most: 0 } },
    webSearch: model.searchesByItself ? false : undefined,
    warnings:
      webSearch === true ? [`${model.displayName} isn’t set up for web search here; it was left out.`] : [],
  };
}

/** The question as this model would get it. */
export const candidateOf = (
  { webSearch, ...chosen }: SearchingModel,
  question: Question,
  inputTokens: number,
): Candidate => ({
  ...chosen,
  request: {
    ...question,
    model: chosen.model.model,
    modelBehind: chosen.model.family,
    takes: { sampling: chosen.model.takesSampling },
    webSearch,
    maxSearches: chosen.model.searches.most,
  },
  inputTokens,
});

async function planCandidate(chosen: SearchingModel, question: Question): Promise<Candidate> {
  const { provider, model } = chosen.model;
  const messages = question.messages.map(({ stateOf, state, ...message }) =>
    state && stateOf === `${provider}/${model}` ? { ...message, state } : message,
  );
  const own = { ...question, messages };
  return candidateOf(chosen, own, await countInput(chosen, own));
}

const countInput = ({ model }: ChosenModel, { messages, format, toolUse }: Question): Promise<number> =>
  countMessages(messages, model.family, { format, toolUse });

/** The maximum cost in micro-dollars, which is also the amount held: that of the most expensive candidate. */
export const maxCostMicroUsd = (planned: PlannedCompletion): bigint =>
  planned.isFree
    ? 0n
    : planned.candidates
        .map((each) => worstCase(each.price, maxUsageOfCandidate(planned, each)))
        .reduce((most, amount) => (amount > most ? amount : most));

/** The maximum usage of one candidate. */
export const maxUsageOfCandidate = (
  planned: Pick<PlannedCompletion, 'maxOutputTokens'>,
  candidate: Candidate,
): ReturnType<typeof maxUsage> =>
  maxUsage(candidate.model, {
    inputTokens: candidate.inputTokens,
    maxOutputTokens: maxOutputTokensOf(planned, candidate),
  });

export const maxOutputTokensOf = (
  { maxOutputTokens }: Pick<PlannedCompletion, 'maxOutputTokens'>,
  { model }: Candidate,
): number => Math.min(maxOutputTokens, model.maxOutputTokens);

/**
 * The fallback models: those the request names, which must exist, otherwise the one an administrator configured, if
 * usable. Skips paid models for a free request, and models that can't read the files or the length, or take no tools.
 */
async function planFallbacks(
  services: Deps,
  plan: Plan,
  request: RequestedCompletion,
  { question, model, isFree }: { question: Question; model: CatalogueModel; isFree: boolean },
): Promise<Candidate[]> {
  const chosen = request.fallbacks
    ? await Promise.all(request.fallbacks.map((wanted) => chooseModel(services, plan, wanted)))
    : await configuredFallback(services, plan, model);
  const hasFiles = question.messages.some(({ parts }) =>
    parts.some((part) => part.type === 'file' && 'bytes' in part.data),
  );
  const fallbacks = chosen.map(async (each): Promise<Candidate[]> => {
    const candidate = await planCandidate(planSearches(each, request.webSearch), question);
    const isUnfit =
      (isFree && !each.model.isFree) ||
      (hasFiles && !each.model.takesImages) ||
      (question.toolUse !== undefined && !supportsTools(services, each)) ||
      candidate.inputTokens > (each.model.contextTokens ?? Infinity);
    return isUnfit ? [] : [candidate];
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
