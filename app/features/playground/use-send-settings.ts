import { useState } from 'react';
import type { PlaygroundProps } from './playground';
import { useChat } from './use-chat';
import { useLimits } from './use-limits';
import { useModelChoice } from './use-model-choice';

type Account = Pick<
  PlaygroundProps,
  | 'userId'
  | 'plan'
  | 'providers'
  | 'retiredModels'
  | 'freeModels'
  | 'preferred'
  | 'limits'
  | 'maxOutputTokensCeiling'
  | 'sendsFree'
>;

export type SendSettings = ReturnType<typeof useSendSettings>;

/** Settings of the next request: model, mode, limits and storage. */
export function useSendSettings(account: Account) {
  const { userId, plan, preferred, sendsFree } = account;
  const isFreePlan = plan === 'free';
  const models = useModelChoice(account, preferred, isFreePlan);
  const [doNotStore, setDoNotStore] = useState(false);
  const limits = useLimits(account.limits, preferred.maxOutputTokens, account.maxOutputTokensCeiling);
  const chat = useChat(userId, isFreePlan);
  return { ...models, doNotStore, setDoNotStore, limits, chat, isFreePlan, sendsFree };
}
