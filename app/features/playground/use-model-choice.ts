import { useEffect, useState } from 'react';
import type { ListedProvider } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { showToast } from '~/ui/overlay/toast';
import { findChoice, firstChoice, type Choice } from './model-choice';

const PAID_MODEL =
  'Free plan: This model is available on paid plans. Please select GPT-4o-mini or Gemini 2.5 Flash.';

/** The model in use; this browser remembers it under the names `ai_provider` and `ai_model`. */
export function useModelChoice(
  providers: readonly ListedProvider[],
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
  const remembered = findChoice(providers, value);
  const choice = remembered && mayUse(remembered) ? remembered : firstChoice(providers, isFreePlan);

  function choose(next: string) {
    const wanted = findChoice(providers, next);
    if (!wanted) return;
    if (!mayUse(wanted)) {
      showToast('warning', PAID_MODEL, { durationMs: 6000 });
      return;
    }
    setValue(next);
    localStorage.setItem('ai_provider', wanted.provider.provider);
    localStorage.setItem('ai_model', wanted.model.model);
  }

  return { choice, choose };
}
