import type { AiProvider } from '@promptwell/ai-providers/contract';
import { mostTokensOfImage } from '@promptwell/ai-providers';
import { DomainError } from '~/core/shared/errors';
import type { Plan } from '~/core/shared/permissions';
import type { PriceRule } from '~/features/ledger/index.server';
import type { Services } from '~/services';
import { DEMO_PROVIDER, type CatalogueModel } from './catalogue.server';
import { paidModelSentence } from './free-models';
import { modelGone } from './model-gone.server';
import { priceAnswer, type ListedProvider } from './schema';

/** A model that may be called now, with the price that counts and the provider that answers. */
export interface ChosenModel {
  model: CatalogueModel;
  price: PriceRule;
  provider: AiProvider;
}

/** The model that is asked for, if an account of this plan may call it now. */
export async function chooseModel(
  services: Services,
  plan: Plan,
  wanted: { provider: string; model: string },
): Promise<ChosenModel> {
  const { catalogue } = services;
  const model = await catalogue.find(wanted.provider, wanted.model);
  if (!model) {
    const gone = await catalogue.findGone(wanted.provider, wanted.model);
    if (gone) throw modelGone(`${gone.providerName} no longer offers ${gone.displayName}.`, gone);
    throw new DomainError(
      'invalid',
      `There is no model ${wanted.model} from ${wanted.provider} here. Choose one from GET /api/ai/models.`,
      { code: 'unknown_model' },
    );
  }
  if (plan === 'free' && !model.isFree) {
    throw new DomainError('payment-required', paidModelSentence(await catalogue.freeModels()), {
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
  const provider = services.providers.get(model.provider);
  if (!provider) {
    throw new DomainError(
      'unavailable',
      `${model.displayName} is not set up on this server. Choose another model.`,
      { code: 'provider_not_set_up' },
    );
  }
  return { model, price: model.price, provider };
}

/** The models that can be called now: allowed, with a price, of a provider that is set up here. */
export async function listModels({ catalogue, providers }: Services): Promise<ListedProvider[]> {
  return (await catalogue.providers())
    .filter((provider) => providers.get(provider.key) !== undefined)
    .map((provider): ListedProvider => {
      const models = provider.models.flatMap(
        ({ price, model, displayName, isFree, takesImages, contextTokens }) =>
          price
            ? [
                {
                  ...{ model, displayName, isFree, takesImages, contextTokens },
                  tokensPerImage: mostTokensOfImage(model),
                  ...priceAnswer(price),
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
