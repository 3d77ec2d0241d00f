import { useEffect, useRef, useState } from 'react';
import { type SentFiles, useAttachments } from '~/features/attachments';
import { discardWork, useGenerator } from '~/features/generator';
import { estimateTokens } from './estimate';
import type { PlaygroundProps } from './playground';
import { isStarter } from './starters';
import { promptOf, type Turn } from './turns';
import { discardPrompt, showDraftReplaced, useDraft } from './use-draft';
import { useGeneratedDraft } from './use-generated-draft';
import type { SendSettings } from './use-send-settings';
import { personalKey } from '~/core/browser/browser-storage';
import { keepPlace } from '~/core/browser/tab-place';
import { keptPlaces } from './workspace-storage';

/** While there is none, nothing is sent. */
const NO_MODEL = { displayName: '', takesImages: false, contextTokens: undefined, tokensPerImage: 0 };

type Account = Pick<
  PlaygroundProps,
  'userId' | 'generator' | 'attachmentLimits' | 'transcription' | 'onBalanceChanged'
>;

export type ComposerState = ReturnType<typeof useComposer>;

/** What is being written: the prompt in the box, the steps that make it, and the files that go along with it. */
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
    // On a phone the bar is in sight anyway: the page keeps its top.
    if (isWelcome) sendButton.current?.focus({ preventScroll: true });
  }, [isWelcome]);

  function show(prompt: string, savedPromptId: string | undefined) {
    replaceDraft(prompt, savedPromptId);
    promptField.current?.focus();
  }

  /** Puts a prompt into the box, and gives back what stood there if that is asked for. */
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
    /** The saved prompt that the draft was made from. */
    origin,
    /** A prompt that came from elsewhere. */
    handedOver,
    generator,
    generated,
    attachments: {
      ...attachments,
      remove: (id: string) => {
        attachments.remove(id);
        // The button that removed it is gone, too.
        promptField.current?.focus();
      },
    },
    load,
    /** The same prompt in other words. */
    edit: (prompt: string) => load(prompt, origin.current),
    /** Of a request that failed, its prompt and files are back in the box, unless something new has been written. */
    takeBack: (turn: Turn, findFiles: (key: string) => Promise<SentFiles | undefined>) => {
      const { prompt, savedPromptId, continues } = turn.request;
      if (latestDraft.current !== '' || prompt === '' || continues) return;
      replaceDraft(promptOf(turn), savedPromptId);
      if (turn.files) void findFiles(turn.key).then((files) => files && attachments.giveBack(files.items));
    },
    /** Empties the box of a prompt that leaves, unless something else has been written meanwhile. */
    clearSent: (prompt: string) => {
      if (latestDraft.current !== prompt) return;
      setDraft('');
      attachments.clear();
    },
    /** The steps, too. */
    clear: () => {
      discardPrompt({ prompt: latestDraft.current, savedPromptId: origin.current });
      discardWork(generator.state);
      attachments.clear();
      generator.reset();
      setDraft('');
      promptField.current?.focus();
    },
  };
}

/** Where this tab keeps its draft and the files of its next request; undefined until it has found that. */
function useWorkspacePlace(userId: string): string | undefined {
  const [place, setPlace] = useState<string>();
  useEffect(() => {
    let isHere = true;
    void keepPlace(personalKey(userId, 'ai-place'), () => keptPlaces(userId)).then((id) => {
      if (isHere) setPlace(id);
    });
    return () => {
      isHere = false;
    };
  }, [userId]);
  return place;
}
