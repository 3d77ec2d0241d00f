import { useEffect, useRef, useState } from 'react';
import { type SentFiles, useAttachments } from '~/features/attachments';
import { discardDraft, useGenerator } from '~/features/generator';
import { estimateTokens } from './estimate';
import type { PlaygroundProps } from './playground';
import { isStarter } from './starters';
import { promptOf, type Turn } from './turns';
import { discardPrompt, showDraftReplaced, useDraft } from './use-draft';
import { useGeneratedDraft } from './use-generated-draft';
import type { SendSettings } from './use-send-settings';
import { personalKey } from '~/core/browser/browser-storage';
import { keepPlace } from '~/core/browser/tab-place';
import { storedSlots } from './workspace-storage';

/** Stands for no model; nothing can be sent. */
const NO_MODEL = { displayName: '', takesImages: false, contextTokens: undefined, tokensPerImage: 0 };

type Account = Pick<
  PlaygroundProps,
  'userId' | 'generator' | 'attachmentLimits' | 'transcription' | 'onBalanceChanged'
>;

export type ComposerState = ReturnType<typeof useComposer>;

/** State of the composer: the draft, the generator steps and the attachments. */
export function useComposer(account: Account, { choice, limits, isFreePlan }: SendSettings) {
  const { userId, attachmentLimits } = account;
  const promptField = useRef<HTMLTextAreaElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const place = useWorkspacePlace(userId);
  const box = useDraft(userId, place, promptField);
  const { draft, latestDraft, setDraft, replaceDraft, origin, isWelcome, handedOver } = box;
  const generator = useGenerator(account.generator);
  const generated = useGeneratedDraft(generator, { draft, latestDraft, setDraft });
  const attachments = useAttachments({
    userId,
    place,
    isFreePlan,
    model: choice?.model ?? NO_MODEL,
    maxFiles: attachmentLimits.files,
    transcription: account.transcription,
    onPaid: account.onBalanceChanged,
    maxCharacters: attachmentLimits.characters,
    promptCharacters: draft.length,
    maxOutputTokens: limits.tokens,
    estimateTokens,
  });
  useEffect(() => {
    // On a phone Send is visible anyway; don't scroll.
    if (isWelcome) sendButton.current?.focus({ preventScroll: true });
  }, [isWelcome]);

  function show(prompt: string, savedPromptId: string | undefined) {
    replaceDraft(prompt, savedPromptId);
    promptField.current?.focus();
  }

  /** Replaces the draft; the toast's Undo restores the previous one. */
  function load(prompt: string, savedPromptId?: string) {
    const written = latestDraft.current;
    const writtenFrom = origin.current;
    show(prompt, savedPromptId);
    if (written.trim() === '' || written === prompt || isStarter(written)) return;
    showDraftReplaced({ prompt: written, savedPromptId: writtenFrom }, () => show(written, writtenFrom));
  }

  return {
    refs: { promptField, sendButton },
    draft,
    latestDraft,
    setDraft,
    replaceDraft,
    /** The saved prompt the draft is based on. */
    origin,
    /** A prompt handed over by another page. */
    handedOver,
    generator,
    generated,
    attachments: {
      ...attachments,
      remove: (id: string) => {
        attachments.remove(id);
        // The button that removed it is gone.
        promptField.current?.focus();
      },
    },
    load,
    /** Replaces the wording and keeps the origin. */
    edit: (prompt: string) => load(prompt, origin.current),
    /** Restores prompt and files of a failed request, unless a new draft was started. */
    takeBack: (turn: Turn, findFiles: (key: string) => Promise<SentFiles | undefined>) => {
      const { prompt, savedPromptId, continues } = turn.request;
      if (latestDraft.current !== '' || prompt === '' || continues) return;
      replaceDraft(promptOf(turn), savedPromptId);
      if (turn.files) void findFiles(turn.key).then((files) => files && attachments.giveBack(files.items));
    },
    /** Clears the sent prompt, unless the draft has changed since. */
    clearSent: (prompt: string) => {
      if (latestDraft.current !== prompt) return;
      setDraft('');
      attachments.clear();
    },
    /** Clears the generator steps, too. */
    clear: () => {
      discardPrompt({ prompt: latestDraft.current, savedPromptId: origin.current });
      discardDraft(generator.state);
      attachments.clear();
      generator.reset();
      setDraft('');
      promptField.current?.focus();
    },
  };
}

/** The storage slot of this tab's draft and files; undefined until claimed. */
function useWorkspacePlace(userId: string): string | undefined {
  const [place, setPlace] = useState<string>();
  useEffect(() => {
    let isHere = true;
    void keepPlace(personalKey(userId, 'ai-place'), () => storedSlots(userId)).then((id) => {
      if (isHere) setPlace(id);
    });
    return () => {
      isHere = false;
    };
  }, [userId]);
  return place;
}
