import { REFERENCE_PROVIDERS } from '@promptwell/ai-providers';
import type { CompletionsDeps } from './deps.server';
import type { CatalogueModel } from './catalogue.server';
import { DEMO_PROVIDER } from './demo.server';

interface ShownModel extends CatalogueModel {
  providerName: string;
}

/** The specification's models, which texts name while no provider is configured. */
const NAMED_BEFORE_A_KEY: ReadonlySet<string> = new Set(
  REFERENCE_PROVIDERS.flatMap(({ models }) => models)
    .filter(({ isNamedBeforeAKey }) => isNamedBeforeAKey)
    .map(({ model }) => model),
);

/**
 * Models that texts may name and count: those that can be used here. If only Demo is available, those that would be
 * usable with the vendors' keys.
 */
export async function shownModels({
  catalogue,
  providers,
}: Pick<CompletionsDeps, 'catalogue' | 'providers'>): Promise<ShownModel[]> {
  const priced = (await catalogue.providers())
    .filter(({ key }) => key !== DEMO_PROVIDER)
    .flatMap(({ name, models }) => models.map((model) => ({ ...model, providerName: name })))
    .filter(({ price }) => price !== undefined);
  const reached = priced.filter(({ provider }) => providers.get(provider) !== undefined);
  return reached.length > 0 ? reached : priced.filter(({ model }) => NAMED_BEFORE_A_KEY.has(model));
}

/** Display names of the models that are free on the free plan. */
export const freeModelNames = async (
  services: Pick<CompletionsDeps, 'catalogue' | 'providers'>,
): Promise<string[]> =>
  (await shownModels(services)).filter(({ isFree }) => isFree).map(({ displayName }) => displayName);
