import type { ListedProvider } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';

export interface Choice {
  provider: ListedProvider;
  model: ListedProvider['models'][number];
}

export function findChoice(providers: readonly ListedProvider[], value: string): Choice | undefined {
  for (const provider of providers) {
    const model = provider.models.find((each) => modelValue(provider.provider, each.model) === value);
    if (model) return { provider, model };
  }
  return undefined;
}

/** The first vendor's default model; for free accounts the first free model. */
export function firstChoice(providers: readonly ListedProvider[], isFreePlan: boolean): Choice | undefined {
  if (isFreePlan) {
    for (const provider of providers) {
      const model = provider.models.find((each) => each.isFree);
      if (model) return { provider, model };
    }
  }
  const provider = providers[0];
  const model = provider?.models.find((each) => each.model === provider.defaultModel) ?? provider?.models[0];
  return provider && model ? { provider, model } : undefined;
}
