import { useCallback, useEffect, useState } from 'react';
import { personalKey, readStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';
import { ccoOf, MAX_HISTORY_MESSAGES } from '~/features/completions';
import { microUsdFromCents } from '~/ui/format-money';
import { showToast } from '~/ui/overlay/toast';
import type { Reply, SendExtras } from './reply';
import type { Turn } from './turns';

const MODE = 'ai_chatMode';

const budgetSchema = z.object({ percent: z.number(), ccoCents: z.number() });

/** What a chat may spend, and the balance it must not use: the chat cut-off (CCO). */
export type ChatBudget = z.output<typeof budgetSchema>;

/** Work or Chat mode and the chat's budget, remembered by this browser. */
export function useChat(userId: string, isFreePlan: boolean) {
  const [chosen, setBudget] = useState<ChatBudget | null>(null);
  // An account whose balance is used up is on the free plan, which ends its chat.
  const budget = isFreePlan ? null : chosen;
  useEffect(() => {
    if (!isFreePlan && localStorage.getItem(MODE) === 'Chat')
      setBudget(readStored(personalKey(userId, 'ai-chat'), budgetSchema) ?? null);
  }, [userId, isFreePlan]);

  const change = useCallback(
    (next: ChatBudget | null) => {
      setBudget(next);
      tryToStore(MODE, next ? 'Chat' : 'Work');
      const key = personalKey(userId, 'ai-chat');
      if (next) tryToStore(key, JSON.stringify(next));
      else localStorage.removeItem(key);
    },
    [userId],
  );

  return {
    budget,
    begin: (balanceCents: number, percent: number) =>
      change({ percent, ccoCents: ccoOf(balanceCents, percent) }),
    end: () => change(null),
    /**
     * Call after a reply. Ends a chat that has reached its cut-off. The balance in the reply includes holds of other
     * requests: these only block sends for a while, which useChatCheck reports, and end no chat.
     */
    settle: (reply: Reply | undefined) => {
      if (!budget || reply?.balanceMicroUsd === undefined) return;
      if (reply.balanceMicroUsd > microUsdFromCents(budget.ccoCents)) return;
      change(null);
      showToast('warning', 'Reached Chat cutoff. Switching to Work mode.', { durationMs: 6000 });
    },
    /** What a chat adds to a request: earlier turns, and the balance it must leave. */
    extrasFor: (turns: readonly Turn[]): SendExtras =>
      budget ? { chatMode: true, chatCcoCents: budget.ccoCents, history: historyOf(turns) } : {},
  };
}

/** The answered turns, oldest first, up to the maximum history of a request. */
export const historyOf = (turns: readonly Turn[]): NonNullable<SendExtras['history']> =>
  [...turns]
    .reverse()
    .flatMap(({ request, reply }) =>
      reply && request.prompt !== ''
        ? [
            { role: 'user' as const, content: request.prompt },
            { role: 'assistant' as const, content: reply.text },
          ]
        : [],
    )
    .slice(-MAX_HISTORY_MESSAGES);
