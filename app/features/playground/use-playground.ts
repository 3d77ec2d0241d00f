import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAttachments, type Attachments, type SentAttachment } from '~/features/attachments';
import { checkChat } from '~/features/completions';
import { useGenerator } from '~/features/generator';
import { modelValue } from '~/features/preferences';
import { focusIfLost } from '~/ui/focus-if-lost';
import { showToast } from '~/ui/overlay/toast';
import type { Choice } from './model-choice';
import type { PlaygroundProps } from './playground';
import { continuationOf } from './continuation';
import { estimateTokens } from './estimate';
import { fetchPreflight, preflightOf } from './preflight';
import type { Outgoing, Reply, SendExtras, SendRequest } from './reply';
import { isStarter } from './starters';
import { firstPromptOf, isPending, newTurn, promptOf, type Turn } from './turns';
import { useChat } from './use-chat';
import { useChatCheck } from './use-chat-check';
import { useDraft } from './use-draft';
import { useGeneratedDraft } from './use-generated-draft';
import { useLimits } from './use-limits';
import { useModelChoice } from './use-model-choice';
import { useMultiSend } from './use-multi-send';
import { useOneAtATime } from './use-one-at-a-time';
import { usePrepareSend } from './use-prepare-send';
import { useTurns } from './use-turns';
import { useWorkspacePlace } from './use-workspace-place';
import { readTurns } from './workspace-storage';

/** While there is none, nothing is sent. */
const NO_MODEL = { displayName: '', takesImages: false, contextTokens: undefined, tokensPerImage: 0 };

interface SendOptions {
  /** Takes what the request replaces off the page, once nothing stands in its way. */
  makeRoom?: (() => void) | undefined;
  items?: Attachments['items'];
  /** The turns that a chat sends along; all of them unless said otherwise. */
  earlier?: readonly Turn[];
}

export type PlaygroundState = ReturnType<typeof usePlayground>;

/** Its files are kept until its reply has come; what must not be stored is nowhere. */
const isUnanswered = ({ state, files, request }: Turn): boolean =>
  state !== 'done' && files !== undefined && !request.doNotStoreContent;

/** A category alone may be nothing but the pinned one; with a style the generator has written the prompt. */
const categoryOf = ({ categoryId, styleId }: ReturnType<typeof useGenerator>['state']) =>
  categoryId === null || styleId === null ? {} : { categoryId };

/** All that the page knows and can do; its columns show it. */
export function usePlayground(props: PlaygroundProps) {
  const { userId, plan, availableMicroUsd, maxOutputTokensCeiling, onBalanceChanged } = props;
  const isFreePlan = plan === 'free';
  const models = useModelChoice(props, props.preferred, isFreePlan);
  const { choice, choose } = models;
  const [doNotStore, setDoNotStore] = useState(false);
  const limits = useLimits(props.limits, props.preferred.maxOutputTokens, maxOutputTokensCeiling);
  const chat = useChat(userId, isFreePlan);
  const settleChat = useRef(chat.settle);
  settleChat.current = chat.settle;
  const promptField = useRef<HTMLTextAreaElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const threadTop = useRef<HTMLDivElement>(null);
  const place = useWorkspacePlace(userId);
  const { draft, latestDraft, setDraft, origin, setOrigin, isWelcome, handedOver } = useDraft(
    userId,
    place,
    promptField,
  );
  const generator = useGenerator(props.generator);
  const generated = useGeneratedDraft(generator, { draft, latestDraft, setDraft });
  const { run: oneAtATime, isShown: isPreparing } = useOneAtATime();

  const attachments = useAttachments({
    userId,
    place,
    isFreePlan,
    model: choice?.model ?? NO_MODEL,
    maxFiles: props.attachmentLimits.files,
    transcription: props.transcription,
    onPaid: onBalanceChanged,
    maxCharacters: props.attachmentLimits.characters,
    promptCharacters: draft.length,
    maxOutputTokens: limits.tokens,
    estimateTokens,
  });
  const { giveBack, remember } = attachments;
  const keepAllSent = attachments.keepSent;
  const keepSent = useCallback(
    (keys: readonly string[]) => {
      // Another tab has requests of its own, which stand in what is kept of the thread.
      const kept = readTurns(userId).filter(isUnanswered);
      keepAllSent([...new Set([...keys, ...kept.map(({ key }) => key)])]);
    },
    [userId, keepAllSent],
  );

  const onSettled = useCallback(
    (turn: Turn, reply: Reply | undefined) => {
      onBalanceChanged();
      settleChat.current(reply);
      // A failed request gives the prompt that was written back, unless something new has been written meanwhile.
      const { prompt, savedPromptId, continues } = turn.request;
      if (reply || latestDraft.current !== '' || prompt === '' || continues) return;
      setDraft(promptOf(turn));
      setOrigin(savedPromptId);
      if (turn.files) void giveBack(turn.key);
    },
    [onBalanceChanged, latestDraft, setDraft, setOrigin, giveBack],
  );
  const { turns, isRestored, stop, remove, clear, replace, putBack, ...thread } = useTurns(userId, onSettled);
  const sendTurn = thread.send;
  const unanswered = turns.filter(isUnanswered).map(({ key }) => key);
  const unansweredKeys = unanswered.join();
  const latestUnanswered = useRef(unanswered);
  latestUnanswered.current = unanswered;
  const send = useCallback(
    (turn: Turn, extras: SendExtras) => {
      remember(turn.key, extras.attachments ?? []);
      if (isUnanswered(turn)) keepSent([...latestUnanswered.current, turn.key]);
      sendTurn(turn, extras);
    },
    [remember, keepSent, sendTurn],
  );
  useEffect(() => {
    if (isRestored) keepSent(latestUnanswered.current);
  }, [keepSent, isRestored, unansweredKeys]);
  const pending = turns.find(isPending);
  const { prepareSend, dialog: reviewDialog } = usePrepareSend(turns);
  const multiSend = useMultiSend(turns, send, remove);
  useEffect(() => {
    // On a phone the bar is in sight anyway: the page keeps its top.
    if (isWelcome) sendButton.current?.focus({ preventScroll: true });
  }, [isWelcome]);

  const requestFor = ({ provider, model }: Choice, prompt: string): SendRequest => ({
    provider: provider.provider,
    model: model.model,
    prompt,
    maxOutputTokens: limits.tokens,
    doNotStoreContent: doNotStore,
    ...(origin.current === undefined ? {} : { savedPromptId: origin.current }),
    ...categoryOf(generator.state),
  });
  const outgoing = (request: SendRequest, files: readonly SentAttachment[], earlier = turns): Outgoing => ({
    request,
    extras: { ...chat.extrasFor(earlier), ...(files.length > 0 ? { attachments: files } : {}) },
    notes: files.length > 0 ? { files: files.map(({ name }) => name) } : {},
  });
  const outgoingFor = (chosen: Choice): Outgoing =>
    outgoing(requestFor(chosen, draft), attachments.request(chosen.model));
  const chatChecked = useChatCheck(chat.budget, availableMicroUsd, choice && outgoingFor(choice));
  const isHeldBack = chatChecked?.check === 'breach' || chatChecked?.check === 'insufficient';

  /**
   * One request, or those of a multi-send. Undefined: they were called off, the chat's budget does not allow them, or
   * others are on their way out.
   */
  const prepare = (unchecked: readonly Outgoing[]): Promise<readonly Outgoing[] | undefined> =>
    oneAtATime(async () => {
      const prepared = await prepareSend(unchecked);
      if (!prepared || !chat.budget) return prepared;
      const costs = await Promise.all(prepared.map((each) => fetchPreflight(preflightOf(each))));
      const estCostCents = costs.reduce<number>((sum, cents = 0) => sum + cents, 0);
      const check = checkChat(availableMicroUsd / 10_000, estCostCents, chat.budget.ccoCents);
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
    { makeRoom, items, earlier }: SendOptions = {},
  ): Promise<void> {
    const [prepared] = (await prepare([outgoing(request, files, earlier)])) ?? [];
    if (!prepared) return;
    // Before it is sent: one that fails at once gives its prompt back.
    makeRoom?.();
    const turn = newTurn(prepared.request, modelName, prepared.notes);
    if (items) remember(turn.key, prepared.extras.attachments ?? [], items);
    send(turn, prepared.extras);
    showNewest();
  }

  const showNewest = () => threadTop.current?.scrollIntoView({ block: 'start' });

  /** Empties the box, unless something else has been written meanwhile. */
  function clearDraft(sent: string) {
    if (latestDraft.current !== sent) return;
    setDraft('');
    attachments.clear();
  }

  async function sendToAll(choices: readonly Choice[]) {
    const prepared = await prepare(choices.map(outgoingFor));
    if (!prepared) return;
    for (const { turn, extras } of multiSend.start(prepared, choices)) {
      remember(turn.key, extras.attachments ?? []);
    }
    showNewest();
    clearDraft(draft);
  }

  async function sendDraft() {
    if (!choice || isPreparing || isHeldBack) return;
    const { displayName } = choice.model;
    await sendRequest(requestFor(choice, draft), displayName, attachments.request(), {
      makeRoom: () => clearDraft(draft),
    });
    promptField.current?.focus();
  }

  /** The same again, with the files that went along; of an answered request they are gone after a reload. */
  const sendAgain = (turn: Turn, makeRoom?: () => void) => sendWithFilesOf(turn, turn.request, { makeRoom });

  /** The rest of a reply that was cut off. In a chat, only what was said up to it goes along. */
  const continueReply = (turn: Turn) =>
    sendWithFilesOf(turn, continuationOf(turn, limits.tokens), {
      earlier: turns.slice(turns.findIndex(({ key }) => key === turn.key)),
    });

  async function sendWithFilesOf(turn: Turn, request: SendRequest, options: SendOptions): Promise<void> {
    const files = turn.files && (await attachments.sentWith(turn.key));
    if (turn.files && !files) {
      load(turn);
      showToast(
        'info',
        `This request’s files are no longer here. Attach ${turn.files.join(', ')} again, then send.`,
      );
      return;
    }
    const { request: attached = [], items = [] } = files ?? {};
    await sendRequest(request, turn.modelName, attached, { ...options, items });
  }

  /** With it goes the button that was pressed. */
  function removeTurn(key: string) {
    // Drawn at once: a retry comes here after a wait, when React would take its time.
    flushSync(() => remove(key));
    focusIfLost(promptField);
  }

  const retry = (turn: Turn) =>
    sendAgain(turn, () => {
      removeTurn(turn.key);
      clearDraft(promptOf(turn));
    });

  function replaceModel(turn: Turn, { provider, model }: Choice) {
    choose(modelValue(provider.provider, model.model), turn.request);
    remove(turn.key);
    if (draft.trim() === '') {
      setDraft(firstPromptOf(turn));
      setOrigin(turn.request.savedPromptId);
    }
    sendButton.current?.focus();
  }

  /** Puts a text into the box, and gives back what stood there if that is asked for. */
  function put(prompt: string, savedPromptId: string | undefined) {
    const before = origin.current;
    const written = latestDraft.current;
    setDraft(prompt);
    setOrigin(savedPromptId);
    promptField.current?.focus();
    if (written.trim() === '' || written === prompt || isStarter(written)) return;
    const onAction = () => {
      setDraft(written);
      setOrigin(before);
      promptField.current?.focus();
    };
    showToast('info', 'Your draft was replaced.', { action: { label: 'Undo', onAction }, topic: 'draft' });
  }

  /** The same prompt in other words. */
  const edit = (prompt: string) => put(prompt, origin.current);
  const start = (starter: string) => put(starter, undefined);
  const load = (turn: Turn) => put(firstPromptOf(turn), turn.request.savedPromptId);

  /** Everything on the page goes: the steps, the prompt, the thread, and what a multi-send has not sent yet. */
  function reset() {
    multiSend.clear();
    clear();
    attachments.clear();
    generator.reset();
    setDraft('');
    promptField.current?.focus();
  }

  return {
    ...models,
    isFreePlan,
    sendsFree: props.sendsFree,
    doNotStore,
    setDoNotStore,
    limits,
    chat,
    chatChecked,
    isHeldBack,
    multiSend,
    sendToAll,
    outgoingFor,
    draft,
    latestDraft,
    handedOver,
    setDraft,
    origin,
    setOrigin,
    edit,
    start,
    load,
    generator,
    generated,
    turns,
    isRestored,
    pending,
    isUnsaved: (draft.trim() !== '' && !isStarter(draft)) || turns.length > 0 || attachments.items.length > 0,
    isSending: pending !== undefined || isPreparing || multiSend.isRunning,
    sendDraft,
    attachments: {
      ...attachments,
      remove: (id: string) => {
        attachments.remove(id);
        // The button that removed it is gone, too.
        promptField.current?.focus();
      },
    },
    reviewDialog,
    regenerate: sendAgain,
    continueReply,
    retry,
    replaceModel,
    stop,
    remove: removeTurn,
    replace,
    putBack,
    reset,
    refs: { promptField, sendButton, threadTop },
  };
}
