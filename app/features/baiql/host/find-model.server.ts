import type { Searches } from '@promptwell/ai-providers';
import type { ModelFacts, MaxOfPrice, UnknownModel } from '@promptwell/baiql-runtime';
import { nearest } from '@promptwell/baiql-lang';
import type { UserWithRoles } from '~/core/server/session.server';
import {
  DEFAULT_MAX_OUTPUT_TOKENS,
  planLimitsOf,
  listModels,
  type ListedProvider,
} from '~/features/completions/index.server';
import { highestRates, type PriceRule } from '~/features/ledger/index.server';
import type { BaiqlDeps } from '../deps.server';
import type { ScriptEnvironment } from '../runs/check-responses';

/**
 * Finds the model of a MODEL line by name, or by `vendor/name` if several vendors have one of that name. Null selects
 * the first vendor's default. If only Demo is set up, it replaces every known model.
 */
export async function findModel(
  services: Pick<BaiqlDeps, 'clock' | 'providers' | 'catalogue' | 'preferences'>,
  actor: UserWithRoles,
  name: string | null,
): Promise<ModelFacts | UnknownModel> {
  const providers = await listModels(services);
  const found =
    name === null
      ? defaultOf(providers)
      : (byName(providers, name) ?? (await demoFor(services, providers, name)));
  const known = found && (await services.catalogue.find(found.provider, found.model));
  if (!known?.price) return (await findRetiredModel(services, name)) ?? unknown(name, providers);
  const { DefaultMaxOutputTokens } = await services.preferences.read(actor.userId);
  return {
    provider: known.provider,
    model: known.model,
    maxOutputTokens: Math.min(planLimitsOf(actor.roles, 'pro').maxOutputTokens, known.maxOutputTokens),
    ...(known.contextTokens === undefined ? {} : { contextTokens: known.contextTokens }),
    usualOutputTokens: DefaultMaxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
    price: {
      inputMicroUsdPer1k: per1k(known.price.rates.input),
      outputMicroUsdPer1k: per1k(known.price.rates.output),
      most: maxOfPrice(known.price, known.searches),
    },
  };
}

const per1k = (microUsdPer1M: bigint): number => Number(microUsdPer1M) / 1000;

/** A price tier can also be reached by the search results that the vendor adds to the prompt. */
const maxOfPrice = (rule: PriceRule, searches: Searches): MaxOfPrice[] =>
  [0, ...rule.steps.map(({ aboveInputTokens }) => aboveInputTokens)].map((above) => {
    const { input, output } = highestRates(rule, above + 1);
    const found = searches.most * searches.tokensEach;
    const fees = Number(rule.requestFee + BigInt(searches.most) * rule.searchFee);
    return {
      aboveInputTokens: Math.max(0, above - found),
      inputMicroUsdPer1k: per1k(input),
      outputMicroUsdPer1k: per1k(output),
      requestMicroUsd: fees + (found * per1k(input)) / 1000,
    };
  });

/** Names that a script may use, those that will be retired soon, and those already retired; for validation. */
export async function modelNames(
  services: Pick<BaiqlDeps, 'clock' | 'providers' | 'catalogue'>,
): Promise<Pick<ScriptEnvironment, 'models' | 'retiredModels' | 'endingModels'>> {
  const [providers, retired] = await Promise.all([listModels(services), services.catalogue.retired()]);
  const listed = isDemoOnly(providers) ? await services.catalogue.providers() : providers;
  return {
    models: listed.flatMap(({ key, models }) => models.flatMap(({ model }) => [model, `${key}/${model}`])),
    endingModels: Object.fromEntries(
      providers.flatMap(({ key, models }) =>
        models.flatMap(({ model, endsOn: on, successor }) =>
          on === undefined
            ? []
            : [
                [model, { on, next: successor ?? null }],
                [`${key}/${model}`, { on, next: successor === undefined ? null : `${key}/${successor}` }],
              ],
        ),
      ),
    ),
    retiredModels: Object.fromEntries(
      retired.flatMap(({ provider, model, successor }) => [
        [model, successor?.model ?? null],
        [`${provider}/${model}`, successor ? `${provider}/${successor.model}` : null],
      ]),
    ),
  };
}

const isDemoOnly = (providers: readonly ListedProvider[]): boolean =>
  providers.length > 0 && providers.every(({ isDemo }) => isDemo);

/** Without a vendor key the product is being tried out, and the templates must still run. */
async function demoFor(
  { catalogue }: Pick<BaiqlDeps, 'catalogue'>,
  providers: readonly ListedProvider[],
  name: string,
): Promise<Found | undefined> {
  if (!isDemoOnly(providers)) return undefined;
  return byName(await catalogue.providers(), name) && defaultOf(providers);
}

interface Found {
  provider: string;
  model: string;
}

function defaultOf(providers: readonly ListedProvider[]): Found | undefined {
  const [first] = providers;
  return first && { provider: first.key, model: first.defaultModel };
}

function byName(
  providers: readonly { key: string; models: readonly { model: string }[] }[],
  name: string,
): Found | undefined {
  const wanted = name.trim().toLowerCase();
  for (const { key, models } of providers) {
    for (const { model } of models) {
      const own = model.toLowerCase();
      if (own === wanted || `${key}/${own}` === wanted) return { provider: key, model };
    }
  }
  return undefined;
}

/** A model that its vendor has retired, with its replacement. */
async function findRetiredModel(
  { catalogue }: Pick<BaiqlDeps, 'catalogue'>,
  name: string | null,
): Promise<UnknownModel | undefined> {
  if (name === null) return undefined;
  const retired = (await catalogue.retired()).find((each) =>
    byName([{ key: each.provider, models: [each] }], name),
  );
  if (!retired) return undefined;
  const successor = retired.successor ? ` Its successor is ${retired.successor.model}.` : '';
  return { unknown: true, message: `${retired.providerName} no longer offers ${retired.model}.${successor}` };
}

function unknown(name: string | null, providers: readonly ListedProvider[]): UnknownModel {
  const names = providers.flatMap(({ allowedModels }) => allowedModels);
  if (names.length === 0) {
    return { unknown: true, message: 'No model is set up on this server. Ask its administrator.' };
  }
  const like = name === null ? undefined : nearest(name, names);
  const hint = like ? `Did you mean ${like}?` : `There are: ${names.slice(0, 6).join(', ')}.`;
  return { unknown: true, message: `There is no model ${name ?? ''} on this server. ${hint}` };
}
