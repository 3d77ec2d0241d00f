import { useEffect, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { fetchApi } from '~/core/browser/call-api';
import { paidModelSentence } from '~/features/completions';
import type { GoneModel, ListedProvider } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { showToast } from '~/ui/overlay/toast';
import { findChoice, firstChoice, type Choice } from './model-choice';

type Models = {
  providers: readonly ListedProvider[];
  goneModels: readonly GoneModel[];
  freeModels: readonly string[];
};

/** In the place of a preferred model that is gone, so that no other browser begins with it. A failure is silent. */
function savePreference({ provider, model }: Choice): void {
  const body = { DefaultProvider: provider.provider, DefaultModel: model.model };
  void fetchApi('/api/userpreferences', { body }).catch(() => undefined);
}

/** The model in use; this browser remembers it under the names `ai_provider` and `ai_model`. */
export function useModelChoice(
  { providers, goneModels, freeModels }: Models,
  preferred: { provider: string | null; model: string | null },
  isFreePlan: boolean,
) {
  const [value, setValue] = useState(modelValue(preferred.provider ?? '', preferred.model ?? ''));
  useEffect(() => {
    const provider = localStorage.getItem('ai_provider');
    const model = localStorage.getItem('ai_model');
    if (provider !== null && model !== null) setValue(modelValue(provider, model));
  }, []);

  const mayUse = (choice: Choice) => !isFreePlan || choice.model.isFree;
  const replacementFor = (provider: string, successor: string | undefined): Choice | undefined => {
    const found =
      successor === undefined ? undefined : findChoice(providers, modelValue(provider, successor));
    return found && mayUse(found) ? found : undefined;
  };
  // Whoever had chosen a model that its vendor has withdrawn goes on with the one that it names in its place.
  const gone = goneModels.find((each) => modelValue(each.provider, each.model) === value);
  const remembered = gone
    ? replacementFor(gone.provider, gone.successor?.model)
    : findChoice(providers, value);
  const choice = remembered && mayUse(remembered) ? remembered : firstChoice(providers, isFreePlan);

  /** `replaced` is a model of which was just learned that it is gone. */
  function choose(next: string, replaced?: { provider: string; model: string }) {
    const wanted = findChoice(providers, next);
    if (!wanted) return;
    if (!mayUse(wanted)) {
      showToast('warning', `Free plan: ${paidModelSentence(freeModels)}`, { durationMs: 6000 });
      return;
    }
    setValue(next);
    tryToStore('ai_provider', wanted.provider.provider);
    tryToStore('ai_model', wanted.model.model);
    const isPreferenceGone = [...goneModels, ...(replaced ? [replaced] : [])].some(
      ({ provider, model }) => provider === preferred.provider && model === preferred.model,
    );
    if (isPreferenceGone) savePreference(wanted);
  }

  return { choice, choose, gone, replacementFor };
}
