import { useEffect, useRef, useState } from 'react';
import type { SentAttachment, SentFiles } from '~/features/attachments';
import { linksOfVersion } from '~/features/sessions';
import { showToast } from '~/ui/overlay/toast';
import type { Choice } from './model-choice';
import type { PlaygroundData } from './playground-data';
import type { Outgoing, SendRequest } from './reply';
import { optionsFor } from './request-options';
import { chatExtras, selectChat, selectChoice, selectOutputTokens } from './settings';
import { MAX_MODELS, selectMultiSend, selectPending, type Dispatch, type PlaygroundState } from './state';
import { isPending, newTurn, promptOf, type Turn } from './turns';
import { checkSends, useChatCheck } from './use-chat-check';
import type { ComposerState } from './use-composer';
import { usePrepareSend } from './use-prepare-send';
import type { ThreadActions } from './use-thread';

export type TurnLinks = Pick<Turn, 'versionOf' | 'follows'>;

export interface SendOptions {
  /** Removes what the request replaces, once it is certain to be sent. */
  onBeforeSend?: (() => void) | undefined;
  items?: SentFiles['items'];
  /** The turns a chat sends along; by default all. */
  earlier?: readonly Turn[];
  /** By default it comes after the newest exchange. */
  links?: TurnLinks;
}

/** Only with a style has the generator written the prompt; a category alone may just be the pinned one. */
const categoryOf = ({ categoryId, styleId }: ComposerState['generator']['state']) =>
  categoryId === null || styleId === null ? {} : { categoryId };

export type SendingState = ReturnType<typeof useSending>;

/** Builds a request, has it reviewed, checks it against the chat's budget, and sends it. */
export function useSending(
  data: PlaygroundData,
  state: PlaygroundState,
  dispatch: Dispatch,
  composer: ComposerState,
  thread: ThreadActions,
  /** The turns in the thread, without other versions. */
  shownTurns: readonly Turn[],
) {
  const { availableMicroUsd } = data;
  const { turns, settings } = state;
  const isChat = selectChat(settings, data) !== null;
  /** In a chat, an exchange belongs to the one before it. */
  const follows = shownTurns[0]?.key;
  const edited = shownTurns.find(({ key }) => key === state.editing);
  const linksOfNext: TurnLinks = edited
    ? linksOfVersion(edited)
    : isChat && follows !== undefined
      ? { follows }
      : {};
  /** An edited message is sent with what came before it. */
  const earlierThanNext = edited ? shownTurns.slice(shownTurns.indexOf(edited) + 1) : shownTurns;
  const { draft, attachments, generator, refs } = composer;
  const choice = selectChoice(settings, data);
  const budget = selectChat(settings, data);
  const multiSend = selectMultiSend(state);
  const { run: runExclusive, isShown: isPreparing } = useExclusive();
  const { prepareSend, dialog: reviewDialog } = usePrepareSend(turns);
  useQueue(state, dispatch, thread.send);

  const outgoing = (
    request: SendRequest,
    files: readonly SentAttachment[],
    earlier = shownTurns,
  ): Outgoing => ({
    request,
    extras: {
      ...chatExtras(budget, earlier),
      ...(settings.instructions.trim() === '' ? {} : { instructions: settings.instructions }),
      ...(files.length > 0 ? { attachments: files } : {}),
    },
    notes: files.length > 0 ? { files: files.map(({ name }) => name) } : {},
  });
  const requestFor = ({ provider, model }: Choice): SendRequest => ({
    provider: provider.provider,
    model: model.model,
    prompt: draft.prompt,
    maxOutputTokens: selectOutputTokens(settings, data),
    doNotStoreContent: settings.doNotStore,
    ...optionsFor(model, settings.options),
    ...(draft.savedPromptId === undefined ? {} : { savedPromptId: draft.savedPromptId }),
    ...categoryOf(generator.state),
  });
  /** The draft as a request to a model. */
  const outgoingFor = (chosen: Choice): Outgoing =>
    outgoing(requestFor(chosen), attachments.request(chosen.model), earlierThanNext);

  const chatChecked = useChatCheck(budget, availableMicroUsd, choice && outgoingFor(choice));
  const isHeldBack = chatChecked?.check === 'breach' || chatChecked?.check === 'insufficient';

  /**
   * Prepares one request or those of a multi-send. Undefined: canceled, over the chat's budget, or another send is
   * being prepared.
   */
  const prepare = (unchecked: readonly Outgoing[]): Promise<readonly Outgoing[] | undefined> =>
    runExclusive(async () => {
      const prepared = await prepareSend(unchecked);
      if (!prepared || !budget) return prepared;
      const check = await checkSends(budget, availableMicroUsd, prepared);
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
    { onBeforeSend, items, earlier, links = linksOfNext }: SendOptions = {},
  ): Promise<void> {
    const [prepared] = (await prepare([outgoing(request, files, earlier)])) ?? [];
    if (!prepared) return;
    // Before the send, so that an immediate failure can restore the prompt.
    onBeforeSend?.();
    const turn = { ...newTurn(prepared.request, modelName, prepared.notes), ...links };
    thread.send(turn, prepared.extras, items);
    if (turn.versionOf === undefined) thread.showNewest();
    else thread.show(turn.key);
  }

  async function sendDraft() {
    if (!choice || isPreparing || isHeldBack) return;
    await sendRequest(requestFor(choice), choice.model.displayName, attachments.request(), {
      onBeforeSend: () => composer.clearSent(draft.prompt),
      earlier: earlierThanNext,
    });
    refs.promptField.current?.focus();
  }

  async function sendToAll(choices: readonly Choice[]) {
    const prepared = await prepare(choices.slice(0, MAX_MODELS).map(outgoingFor));
    if (!prepared) return;
    const round = prepared.map(({ request, extras, notes }, index) => ({
      turn: {
        ...newTurn(request, choices[index]?.model.displayName ?? request.model, notes),
        ...linksOfNext,
      },
      extras,
      notes,
    }));
    dispatch({ type: 'multi-send-started', round });
    for (const { turn, extras } of round) thread.remember(turn, extras);
    thread.showNewest();
    composer.clearSent(draft.prompt);
  }

  /** Retries a turn of a multi-send with its files, and clears the prompt that was put back into the composer. */
  async function retry(failed: Turn) {
    const files = await thread.findFiles(failed.key);
    const before = state.round.find(({ turn }) => turn.key === failed.key);
    if (before) {
      const again = { ...before, turn: newTurn(failed.request, failed.modelName, before.notes) };
      dispatch({ type: 'multi-send-retried', failedKey: failed.key, again });
      thread.remember(again.turn, again.extras, files?.items);
    }
    composer.clearSent(promptOf(failed));
  }

  return {
    sendRequest,
    sendDraft,
    sendToAll,
    retry,
    outgoingFor,
    chatChecked,
    isHeldBack,
    isSending: selectPending(state) !== undefined || isPreparing || multiSend.isRunning,
    reviewDialog,
  };
}

/** Sends the turns of a multi-send one after the other. */
function useQueue({ turns, queue }: PlaygroundState, dispatch: Dispatch, send: ThreadActions['send']): void {
  const isBusy = turns.some(isPending);
  useEffect(() => {
    const [next] = queue;
    if (!next || isBusy) return;
    dispatch({ type: 'queue-advanced' });
    send(next.turn, next.extras);
  }, [queue, isBusy, dispatch, send]);
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
