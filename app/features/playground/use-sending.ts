import type { SentAttachment, SentFiles } from '~/features/attachments';
import { showToast } from '~/ui/overlay/toast';
import type { Choice } from './model-choice';
import type { Outgoing, SendRequest } from './reply';
import { newTurn, promptOf, type Turn } from './turns';
import { checkSends, useChatCheck } from './use-chat-check';
import type { ComposerState } from './use-composer';
import { useMultiSend } from './use-multi-send';
import { usePrepareSend } from './use-prepare-send';
import type { SendSettings } from './use-send-settings';
import type { ThreadState } from './use-thread';
import { useEffect, useRef, useState } from 'react';

export interface SendOptions {
  /** Removes what the request replaces, once it is certain to be sent. */
  onBeforeSend?: (() => void) | undefined;
  items?: SentFiles['items'];
  /** The turns a chat sends along; by default all. */
  earlier?: readonly Turn[];
}

/** Only with a style has the generator written the prompt; a category alone may just be the pinned one. */
const categoryOf = ({ categoryId, styleId }: ComposerState['generator']['state']) =>
  categoryId === null || styleId === null ? {} : { categoryId };

export type SendingState = ReturnType<typeof useSending>;

/** Builds a request, has it reviewed, checks it against the chat's budget, and sends it. */
export function useSending(
  availableMicroUsd: number,
  settings: SendSettings,
  composer: ComposerState,
  thread: ThreadState,
) {
  const { choice, chat, limits, doNotStore } = settings;
  const { draft, attachments, generator, origin, refs } = composer;
  const { turns, pending, send } = thread;
  const { run: runExclusive, isShown: isPreparing } = useExclusive();
  const { prepareSend, dialog: reviewDialog } = usePrepareSend(turns);
  const multiSend = useMultiSend(thread);

  const outgoing = (request: SendRequest, files: readonly SentAttachment[], earlier = turns): Outgoing => ({
    request,
    extras: { ...chat.extrasFor(earlier), ...(files.length > 0 ? { attachments: files } : {}) },
    notes: files.length > 0 ? { files: files.map(({ name }) => name) } : {},
  });
  const requestFor = ({ provider, model }: Choice): SendRequest => ({
    provider: provider.provider,
    model: model.model,
    prompt: draft,
    maxOutputTokens: limits.tokens,
    doNotStoreContent: doNotStore,
    ...(origin.current === undefined ? {} : { savedPromptId: origin.current }),
    ...categoryOf(generator.state),
  });
  /** The draft as a request to a model. */
  const outgoingFor = (chosen: Choice): Outgoing =>
    outgoing(requestFor(chosen), attachments.request(chosen.model));

  const chatChecked = useChatCheck(chat.budget, availableMicroUsd, choice && outgoingFor(choice));
  const isHeldBack = chatChecked?.check === 'breach' || chatChecked?.check === 'insufficient';

  /**
   * Prepares one request or those of a multi-send. Undefined: canceled, over the chat's budget, or another send is
   * being prepared.
   */
  const prepare = (unchecked: readonly Outgoing[]): Promise<readonly Outgoing[] | undefined> =>
    runExclusive(async () => {
      const prepared = await prepareSend(unchecked);
      if (!prepared || !chat.budget) return prepared;
      const check = await checkSends(chat.budget, availableMicroUsd, prepared);
      if (check === 'ok' || check === 'near') return prepared;
      showToast(
        'error',
        check === 'breach' ? 'This send would breach your CCO' : 'Insufficient balance for chat.',
      );
      return undefined;
    });

  async function sendRequest(
    request: SendRequest,
    modelName: string,
    files: readonly SentAttachment[],
    { onBeforeSend, items, earlier }: SendOptions = {},
  ): Promise<void> {
    const [prepared] = (await prepare([outgoing(request, files, earlier)])) ?? [];
    if (!prepared) return;
    // Before the send, so that an immediate failure can restore the prompt.
    onBeforeSend?.();
    send(newTurn(prepared.request, modelName, prepared.notes), prepared.extras, items);
    thread.showNewest();
  }

  async function sendDraft() {
    if (!choice || isPreparing || isHeldBack) return;
    await sendRequest(requestFor(choice), choice.model.displayName, attachments.request(), {
      onBeforeSend: () => composer.clearSent(draft),
    });
    refs.promptField.current?.focus();
  }

  async function sendToAll(choices: readonly Choice[]) {
    const prepared = await prepare(choices.map(outgoingFor));
    if (!prepared) return;
    for (const { turn, extras } of multiSend.start(prepared, choices)) thread.remember(turn, extras);
    thread.showNewest();
    composer.clearSent(draft);
  }

  /** Retries with its files, and clears the prompt that was put back into the composer. */
  async function retryAnswer(failed: Turn) {
    const files = await thread.findFiles(failed.key);
    const again = multiSend.retry(failed);
    if (again) thread.remember(again.turn, again.extras, files?.items);
    composer.clearSent(promptOf(failed));
  }

  return {
    sendRequest,
    sendDraft,
    sendToAll,
    outgoingFor,
    multiSend: { ...multiSend, retry: (failed: Turn) => void retryAnswer(failed) },
    chatChecked,
    isHeldBack,
    isSending: pending !== undefined || isPreparing || multiSend.isRunning,
    reviewDialog,
  };
}

/** Shorter work is over before a user could notice. */
const SHOWN_AFTER_MS = 150;

/**
 * Runs one task at a time; a concurrent call does nothing and returns undefined. `isShown` is delayed, because
 * rendering right away would delay the response.
 */
function useExclusive() {
  const [isShown, setIsShown] = useState(false);
  const [ends, setEnds] = useState(0);
  const isRunning = useRef(false);
  // Released after rendering, when a sent prompt has left the composer.
  useEffect(() => {
    isRunning.current = false;
  }, [ends]);

  async function run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      setIsShown(false);
      setEnds((count) => count + 1);
    }
  }
  return { run, isShown };
}
