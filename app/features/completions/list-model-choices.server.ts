import { modelValue, type ModelChoice } from '~/features/preferences';
import type { Services } from '~/services';
import type { GoneModel } from './catalogue.server';
import { listModels } from './choose-model.server';
import type { ListedProvider } from './schema';

/** The models that can be preferred; `chosen`, as a form has it, is among them even when it is gone. */
export async function listModelChoices(services: Services, chosen: string): Promise<ModelChoice[]> {
  const [providers, gone] = await Promise.all([listModels(services), services.catalogue.gone()]);
  return [...modelChoices(providers), ...goneChoice(gone, chosen)];
}

const modelChoices = (providers: readonly ListedProvider[]): ModelChoice[] =>
  providers.flatMap(({ provider, name, models }) =>
    models.map(({ model, displayName }) => ({
      value: modelValue(provider, model),
      label: displayName,
      group: name,
    })),
  );

/** A model that is gone stands in the form of whoever chose it, and says what answers instead. */
const goneChoice = (gone: readonly GoneModel[], chosen: string): ModelChoice[] =>
  gone
    .filter(({ provider, model }) => modelValue(provider, model) === chosen)
    .map(({ displayName, successor }) => ({
      value: chosen,
      label: `${displayName} (${successor?.isListed ? `${successor.displayName} answers instead` : 'choose another'})`,
      group: 'No longer offered',
    }));
