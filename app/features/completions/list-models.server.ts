import type { AiProvider } from '~/integrations/ai/contract';
import { shownPrice } from './answer';
import type { Catalogue } from './catalogue.server';

export interface ListedModel {
  model: string;
  displayName: string;
  isFree: boolean;
  inputPricePer1K: string;
  outputPricePer1K: string;
}

export interface ListedProvider {
  provider: string;
  /** The same as `provider`, under the name that saved settings use. */
  key: string;
  name: string;
  defaultModel: string;
  allowedModels: string[];
  models: ListedModel[];
  isDemo: boolean;
}

/** The models that can be called now: allowed, with a price, of a vendor that is set up here. */
export async function listModels(deps: {
  catalogue: Catalogue;
  providers: { get(key: string): AiProvider | undefined };
}): Promise<ListedProvider[]> {
  const providers = await deps.catalogue.providers();
  return providers
    .filter((provider) => deps.providers.get(provider.key) !== undefined)
    .map((provider): ListedProvider => {
      const models = provider.models.flatMap(({ price, model, displayName, isFree }) =>
        price ? [{ model, displayName, isFree, ...shownPrice(price) }] : [],
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
        isDemo: provider.key === 'demo',
      };
    })
    .filter((provider) => provider.models.length > 0);
}
