import { REFERENCE_PROVIDERS } from '@promptwell/ai-providers';
import type { Services } from '~/services';
import { DEMO_PROVIDER, type CatalogueModel } from './catalogue.server';

interface ShownModel extends CatalogueModel {
  providerName: string;
}

/** Of the list that an installation begins with, what texts name before a vendor's key is set. */
const NAMED_BEFORE_A_KEY: ReadonlySet<string> = new Set(
  REFERENCE_PROVIDERS.flatMap(({ models }) => models)
    .filter(({ isNamedBeforeAKey }) => isNamedBeforeAKey)
    .map(({ model }) => model),
);

/**
 * The models that texts may name and count: those that this server can reach. Where nothing but Demo answers, those that
 * it could with its vendors’ keys.
 */
export async function shownModels({
  catalogue,
  providers,
}: Pick<Services, 'catalogue' | 'providers'>): Promise<ShownModel[]> {
  const vendors = (await catalogue.providers()).filter(({ key }) => key !== DEMO_PROVIDER);
  const reached = vendors.filter(({ key }) => providers.get(key) !== undefined);
  const models = (reached.length > 0 ? reached : vendors).flatMap(({ name, models: own }) =>
    own.map((model) => ({ ...model, providerName: name })),
  );
  return reached.length > 0 ? models : models.filter(({ model }) => NAMED_BEFORE_A_KEY.has(model));
}

/** What people call the models that cost nothing on the free plan. */
export const freeModelNames = async (
  services: Pick<Services, 'catalogue' | 'providers'>,
): Promise<string[]> =>
  (await shownModels(services)).filter(({ isFree }) => isFree).map(({ displayName }) => displayName);
