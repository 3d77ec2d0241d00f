import { useEffect, useState } from 'react';
import { checkChat, type ChatCheck } from '~/features/completions';
import { fetchPreflight, preflightOf } from './preflight';
import type { Outgoing } from './reply';
import type { ChatBudget } from './state';

const DELAY_MS = 400;

export interface CheckedChat {
  check: ChatCheck;
  estCostCents: number;
}

/** Has the server price the draft once typing pauses, and checks it against the chat's budget. */
export function useChatCheck(
  budget: ChatBudget | null,
  availableMicroUsd: number,
  outgoing: Outgoing | undefined,
): CheckedChat | undefined {
  const [priced, setPriced] = useState<{ of: string; estCostCents: number }>();
  const preflightKey =
    budget && outgoing && outgoing.request.prompt.trim() !== '' ? JSON.stringify(preflightOf(outgoing)) : '';
  useEffect(() => {
    if (preflightKey === '') return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void fetchPreflight(JSON.parse(preflightKey) as ReturnType<typeof preflightOf>, controller.signal).then(
        (estCostCents) => {
          if (estCostCents !== undefined && !controller.signal.aborted)
            setPriced({ of: preflightKey, estCostCents });
        },
      );
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [preflightKey]);
  if (!budget || preflightKey === '' || priced?.of !== preflightKey) return undefined;
  const { estCostCents } = priced;
  return { estCostCents, check: checkChat(availableMicroUsd / 10_000, estCostCents, budget.ccoCents) };
}

/** Has the server price all requests together. Without a price, the server's own check decides. */
export async function checkSends(
  budget: ChatBudget,
  availableMicroUsd: number,
  outgoing: readonly Outgoing[],
): Promise<ChatCheck> {
  const costs = await Promise.all(outgoing.map((each) => fetchPreflight(preflightOf(each))));
  const estCostCents = costs.reduce<number>((sum, cents = 0) => sum + cents, 0);
  return checkChat(availableMicroUsd / 10_000, estCostCents, budget.ccoCents);
}
