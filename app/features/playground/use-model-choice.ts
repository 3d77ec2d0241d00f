import { useEffect, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { fetchApi } from '~/core/browser/call-api';
import { paidModelSentence } from '~/features/completions';
import type { RetiredModel, ListedProvider } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { showToast } from '~/ui/overlay/toast';
import { findChoice, firstChoice, type Choice } from './model-choice';

type Models = {
  providers: readonly ListedProvider[];
  retiredModels: readonly RetiredModel[];
  freeModels: readonly string[];
};

/** Replaces a retired model in the preferences, so that other browsers don't start with it. Failures are ignored. */
function savePreference({ provider, model }: Choice): void {
  const body = { DefaultProvider: provider.provider, DefaultModel: model.model };
  void fetchApi('/api/userpreferences', { body }).catch(() => undefined);
}

/** The selected model, stored in this browser as `ai_provider` and `ai_model`. */
export function useModelChoice(
  { providers, retiredModels, freeModels }: Models,
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
  // A retired model is replaced by the one its vendor names.
  const gone = retiredModels.find((each) => modelValue(each.provider, each.model) === value);
  const remembered = gone
    ? replacementFor(gone.provider, gone.successor?.model)
    : findChoice(providers, value);
  const choice = remembered && mayUse(remembered) ? remembered : firstChoice(providers, isFreePlan);

  /** `replaced` is a model that was just found to be retired. */
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
    const isPreferenceGone = [...retiredModels, ...(replaced ? [replaced] : [])].some(
      ({ provider, model }) => provider === preferred.provider && model === preferred.model,
    );
    if (isPreferenceGone) savePreference(wanted);
  }

  return { choice, choose, gone, replacementFor };
}
