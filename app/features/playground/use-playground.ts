import { useCallback, useEffect, useRef, useState } from 'react';
import { useGenerator } from '~/features/generator';
import { modelValue } from '~/features/preferences';
import { showToast } from '~/ui/overlay/toast';
import type { Choice } from './model-choice';
import type { PlaygroundProps } from './playground';
import type { Reply, SendRequest } from './reply';
import { isStarter } from './starters';
import { isPending, newTurn, type Turn } from './turns';
import { useDraft } from './use-draft';
import { useGeneratedDraft } from './use-generated-draft';
import { useMaxTokens } from './use-max-tokens';
import { useModelChoice } from './use-model-choice';
import { usePrepareSend } from './use-prepare-send';
import { useTurns } from './use-turns';

export type PlaygroundState = ReturnType<typeof usePlayground>;

/** All that the page knows and can do; its columns show it. */
export function usePlayground(props: PlaygroundProps) {
  const { userId, plan, maxOutputTokensCeiling, onBalanceChanged } = props;
  const isFreePlan = plan === 'free';
  const models = useModelChoice(props, props.preferred, isFreePlan);
  const { choice, choose } = models;
  const [doNotStore, setDoNotStore] = useState(false);
  const maxTokens = useMaxTokens(props.preferred.maxOutputTokens, maxOutputTokensCeiling);
  const promptField = useRef<HTMLTextAreaElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const threadTop = useRef<HTMLDivElement>(null);
  const { draft, setDraft, isWelcome } = useDraft(userId, promptField);
  const latestDraft = useRef(draft);
  latestDraft.current = draft;
  const generator = useGenerator(props.generator);
  const generated = useGeneratedDraft(generator, draft, setDraft);
  const { prepareSend } = usePrepareSend();
  const [isPreparing, setIsPreparing] = useState(false);

  const onSettled = useCallback(
    (turn: Turn, reply: Reply | undefined) => {
      onBalanceChanged();
      // A failed request gives the prompt back, unless something new has been written meanwhile.
      if (!reply && latestDraft.current === '' && turn.request.prompt !== '') setDraft(turn.request.prompt);
    },
    [onBalanceChanged, setDraft],
  );
  const { turns, isRestored, send, stop, remove, clear, replace } = useTurns(userId, onSettled);
  const pending = turns.find(isPending);
  useEffect(() => {
    if (isWelcome) sendButton.current?.focus();
  }, [isWelcome]);

  const requestFor = ({ provider, model }: Choice, prompt: string): SendRequest => ({
    provider: provider.provider,
    model: model.model,
    prompt,
    maxOutputTokens: maxTokens.tokens,
    doNotStoreContent: doNotStore,
  });

  /** False: it was called off before it left the page. */
  async function sendRequest(request: SendRequest, modelName: string): Promise<boolean> {
    setIsPreparing(true);
    try {
      const outgoing = await prepareSend({ request, extras: {} });
      if (!outgoing) return false;
      send(newTurn(outgoing.request, modelName), outgoing.extras);
      threadTop.current?.scrollIntoView({ block: 'nearest' });
      return true;
    } finally {
      setIsPreparing(false);
    }
  }

  async function sendDraft() {
    if (!choice || isPreparing) return;
    const isSent = await sendRequest(requestFor(choice, draft), choice.model.displayName);
    if (isSent && latestDraft.current === draft) setDraft('');
    promptField.current?.focus();
  }

  async function retry({ request, modelName, key }: Turn) {
    if (!(await sendRequest(request, modelName))) return;
    remove(key);
    if (latestDraft.current === request.prompt) setDraft('');
  }

  function replaceModel({ key, request }: Turn, { provider, model }: Choice) {
    choose(modelValue(provider.provider, model.model));
    remove(key);
    if (draft.trim() === '') setDraft(request.prompt);
    sendButton.current?.focus();
  }

  function edit(prompt: string) {
    setDraft(prompt);
    promptField.current?.focus();
    if (draft.trim() === '' || draft === prompt || isStarter(draft)) return;
    const onAction = () => {
      setDraft(draft);
      promptField.current?.focus();
    };
    showToast('info', 'Your draft was replaced.', { action: { label: 'Undo', onAction } });
  }

  /** Everything on the page goes: the steps, the prompt, the thread. */
  function reset() {
    clear();
    generator.reset();
    setDraft('');
    promptField.current?.focus();
  }

  return {
    ...models,
    isFreePlan,
    doNotStore,
    setDoNotStore,
    maxTokens,
    draft,
    setDraft,
    edit,
    generator,
    generated,
    turns,
    isRestored,
    pending,
    isSending: pending !== undefined || isPreparing,
    isUnsaved: (draft.trim() !== '' && !isStarter(draft)) || turns.length > 0,
    sendDraft,
    regenerate: ({ request, modelName }: Turn) => sendRequest(request, modelName),
    retry,
    replaceModel,
    stop,
    remove,
    replace,
    reset,
    refs: { promptField, sendButton, threadTop },
  };
}
