import { useEffect, useRef } from 'react';
import { fetchApi } from '~/core/browser/call-api';
import { ccoOf, paidModelSentence } from '~/features/completions';
import { microUsdFromCents } from '~/ui/format-money';
import { showToast } from '~/ui/overlay/toast';
import { rememberInstructions } from './instructions';
import { findChoice, type Choice } from './model-choice';
import type { PlaygroundData } from './playground-data';
import type { Reply } from './reply';
import { rememberOptions } from './request-options';
import {
  mayUse,
  rememberChat,
  rememberedSettings,
  rememberMaxTokens,
  rememberModel,
  selectChat,
  tokensProblem,
} from './settings';
import type { ChatBudget, Dispatch, RequestOptions, SendSettings } from './state';

export type SettingActions = ReturnType<typeof useSettings>;

/** Changes settings of the next request, and remembers them in this browser. */
export function useSettings(data: PlaygroundData, settings: SendSettings, dispatch: Dispatch) {
  const { userId, plan, maxOutputTokensCeiling } = data;
  const change = (changes: Partial<SendSettings>) => dispatch({ type: 'settings-changed', changes });
  const latest = useRef(data);
  latest.current = data;
  useEffect(() => {
    dispatch({ type: 'settings-changed', changes: rememberedSettings(latest.current) });
  }, [dispatch, userId, plan, maxOutputTokensCeiling]);

  function changeChat(budget: ChatBudget | null): void {
    change({ chat: budget });
    rememberChat(userId, budget);
  }

  return {
    change,
    changeInstructions: (instructions: string) => {
      change({ instructions });
      rememberInstructions(userId, instructions);
    },
    /** For the next session. */
    resetInstructions: () => {
      change({ instructions: data.preferred.instructions });
      rememberInstructions(userId, undefined);
    },
    changeOptions: (options: RequestOptions) => {
      change({ options });
      rememberOptions(userId, options);
    },
    /** `replaced` is a model that was just found to be retired. */
    choose: (model: string, replaced?: { provider: string; model: string }) => {
      const wanted = findChoice(data.providers, model);
      if (!wanted) return;
      if (!mayUse(data, wanted)) {
        const message = `Free plan: ${paidModelSentence(data.freeModels)}`;
        showToast('warning', message, { durationMs: 6000 });
        return;
      }
      change({ model });
      rememberModel(wanted);
      const { preferred } = data;
      const isPreferenceRetired = [...data.retiredModels, ...(replaced ? [replaced] : [])].some(
        (each) => each.provider === preferred.provider && each.model === preferred.model,
      );
      if (isPreferenceRetired) savePreference(wanted);
    },
    changeMaxTokens: (maxTokens: number | null) => {
      if (maxTokens === null || tokensProblem(maxTokens, maxOutputTokensCeiling) !== undefined) return;
      change({ maxTokens });
      rememberMaxTokens(maxTokens);
    },
    beginChat: (balanceCents: number, percent: number) =>
      changeChat({ percent, ccoCents: ccoOf(balanceCents, percent) }),
    endChat: () => changeChat(null),
    /**
     * Call after a reply. Ends a chat that has reached its cut-off. The balance in the reply includes holds of other
     * requests: these only block sends for a while, which useChatCheck reports, and end no chat.
     */
    settleChat: (reply: Reply | undefined) => {
      const budget = selectChat(settings, data);
      if (!budget || reply?.balanceMicroUsd === undefined) return;
      if (reply.balanceMicroUsd > microUsdFromCents(budget.ccoCents)) return;
      changeChat(null);
      showToast('warning', 'Reached Chat cutoff. Switching to Work mode.', { durationMs: 6000 });
    },
  };
}

/** Replaces a retired model in the preferences, so that other browsers don't start with it. Failures are ignored. */
function savePreference({ provider, model }: Choice): void {
  const body = { DefaultProvider: provider.provider, DefaultModel: model.model };
  void fetchApi('/api/userpreferences', { body }).catch(() => undefined);
}
