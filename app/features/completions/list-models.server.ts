import { maxImageTokens } from '@promptwell/ai-providers';
import { costCents } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import { worstCase, type PriceRule } from '~/features/ledger/index.server';
import { modelValue, type ModelChoice } from '~/features/preferences';
import type { CompletionsDeps } from './deps.server';
import { formatDay } from '~/ui/format-date';
import { maxUsage, type CatalogueModel, type RetiredModel } from './catalogue.server';
import { DEMO_PROVIDER } from './demo.server';
import { findSetUpProvider } from './find-provider.server';
import { endsSoon } from './retired-models.server';
import { priceFields, type ListedProvider } from './schema';

type Deps = Pick<CompletionsDeps, 'clock' | 'providers' | 'catalogue'>;

/** Models that can be used now: allowed, priced and of a configured provider. */
export async function listModels(services: Deps): Promise<ListedProvider[]> {
  const all = await services.catalogue.providers();
  const setUp = await Promise.all(all.map(({ key }) => findSetUpProvider(services, key)));
  return all
    .filter((_, index) => setUp[index] !== undefined)
    .map((provider): ListedProvider => {
      const models = provider.models.flatMap(
        ({ price, model, displayName, isFree, takesImages, contextTokens, searches, end, ...about }) =>
          price
            ? [
                {
                  model,
                  displayName,
                  isFree,
                  takesImages,
                  contextTokens,
                  ...optionsOf(services, { ...about, provider: provider.key, model, searches }),
                  tokensPerImage: maxImageTokens(model),
                  ...priceFields(price),
                  steps: price.steps.map(({ aboveInputTokens, rates }) => ({
                    aboveInputTokens,
                    ...priceFields({ rates }),
                  })),
                  feeCents: feeCents(price, { ...searches, most: 0 }),
                  typicalFeeCents: feeCents(price, { ...searches, most: Math.min(1, searches.most) }),
                  mostFeeCents: feeCents(price, searches),
                  ...(end && endsSoon(services, provider.key, end.on) && endAnswer(end)),
                },
              ]
            : [],
      );
      const allowedModels = models.map((model) => model.model);
      return {
        provider: provider.key,
        key: provider.key,
        name: provider.name,
        defaultModel: allowedModels.includes(provider.defaultModel)
          ? provider.defaultModel
          : (allowedModels[0] ?? ''),
        allowedModels,
        models,
        isDemo: provider.key === DEMO_PROVIDER,
      };
    })
    .filter((provider) => provider.models.length > 0);
}

/** The same for a client: with an API key that is limited to some models, those. */
export async function listModelsFor(
  services: Deps,
  { apiKey }: Pick<Actor, 'apiKey'>,
): Promise<ListedProvider[]> {
  const listed = await listModels(services);
  const allowed = apiKey?.models;
  if (!allowed) return listed;
  return listed.flatMap((provider) => {
    const models = provider.models.filter(({ model }) => allowed.includes(`${provider.key}/${model}`));
    const [first] = models;
    if (!first) return [];
    const allowedModels = models.map(({ model }) => model);
    const { defaultModel } = provider;
    return [
      {
        ...provider,
        models,
        allowedModels,
        defaultModel: allowedModels.includes(defaultModel) ? defaultModel : first.model,
      },
    ];
  });
}

/** The options of a request that the model takes. */
function optionsOf(
  { providers }: Pick<Deps, 'providers'>,
  about: Pick<
    CatalogueModel,
    'provider' | 'model' | 'family' | 'takesSampling' | 'searches' | 'searchesByItself'
  >,
): Pick<ListedProvider['models'][number], 'takesTemperature' | 'takesEffort' | 'webSearch'> {
  const { provider, model, family, takesSampling, searches, searchesByItself } = about;
  const takes = providers.capabilitiesOf(provider, { model, modelBehind: family });
  const searchesOnRequest = takes.webSearch && searches.most > 0;
  return {
    takesTemperature: takesSampling ?? takes.sampling,
    takesEffort: takes.effort,
    webSearch: searchesByItself ? 'by_default' : searchesOnRequest ? 'on_request' : 'never',
  };
}

const endAnswer = ({ on, successor }: NonNullable<CatalogueModel['end']>) => ({
  endsOn: on,
  ...(successor?.isListed && { successor: successor.model }),
});

const NO_TOKENS = { inputTokens: 0, maxOutputTokens: 0 };

/** The cost of a request besides its own tokens. */
const feeCents = (price: PriceRule, searches: CatalogueModel['searches']): number =>
  costCents(worstCase(price, maxUsage({ searches }, NO_TOKENS)));

/** Models to choose as a preference. Includes `chosen`, the current form value, even if it is retired. */
export async function listModelChoices(services: Deps, chosen: string): Promise<ModelChoice[]> {
  const [providers, gone] = await Promise.all([listModels(services), services.catalogue.retired()]);
  return [...modelChoices(providers), ...goneChoice(gone, chosen)];
}

const modelChoices = (providers: readonly ListedProvider[]): ModelChoice[] =>
  providers.flatMap(({ provider, name, models }) =>
    models.map(({ model, displayName, endsOn }) => ({
      value: modelValue(provider, model),
      label:
        endsOn === undefined ? displayName : `${displayName} (ends on ${formatDay(new Date(endsOn), 'UTC')})`,
      group: name,
    })),
  );

/** A retired model stays in the form while it is chosen, with a note about its successor. */
const goneChoice = (gone: readonly RetiredModel[], chosen: string): ModelChoice[] =>
  gone
    .filter(({ provider, model }) => modelValue(provider, model) === chosen)
    .map(({ displayName, successor }) => ({
      value: chosen,
      label: `${displayName} (${successor?.isListed ? `${successor.displayName} answers instead` : 'choose another'})`,
      group: 'No longer offered',
    }));
