import { useEffect, useRef, useState } from 'react';
import { type SentFiles, useAttachments } from '~/features/attachments';
import { discardDraft, useGenerator } from '~/features/generator';
import { estimateTokens } from './estimate';
import type { Choice } from './model-choice';
import type { PlaygroundData } from './playground-data';
import { discardPrompt, storedSlots, type PromptDraft } from './prompt-draft';
import { isFreePlan } from './settings';
import { isStarter } from './starters';
import { promptOf, type Turn } from './turns';
import { useGeneratedDraft } from './use-generated-draft';
import { showDraftReplaced, usePromptDraft } from './use-prompt-draft';
import { personalKey } from '~/core/browser/browser-storage';
import { keepPlace } from '~/core/browser/tab-place';

/** Stands for no model; nothing can be sent. */
const NO_MODEL = { displayName: '', takesImages: false, contextTokens: undefined, tokensPerImage: 0 };

type Options = {
  choice: Choice | undefined;
  instructions: string;
  maxOutputTokens: number;
  /** Called when something was or may have been charged. */
  onPaid: () => void;
};

export type ComposerState = ReturnType<typeof useComposer>;

/** State of the composer: the draft, the generator steps and the attachments. */
export function useComposer(
  data: PlaygroundData,
  { choice, instructions, maxOutputTokens, onPaid }: Options,
) {
  const { userId, attachmentLimits } = data;
  const promptField = useRef<HTMLTextAreaElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const slot = useTabSlot(userId);
  const { draft, latest, change, replace, isWelcome, handedOver } = usePromptDraft(userId, slot, promptField);
  const generator = useGenerator(data.generator);
  const generated = useGeneratedDraft(generator, { draft: draft.prompt, latest, change });
  const attachments = useAttachments({
    userId,
    slot,
    isFreePlan: isFreePlan(data),
    model: choice?.model ?? NO_MODEL,
    maxFiles: attachmentLimits.files,
    transcription: data.transcription,
    onPaid,
    maxCharacters: attachmentLimits.characters,
    promptCharacters: draft.prompt.length + instructions.length,
    maxOutputTokens,
    estimateTokens,
  });
  useEffect(() => {
    // On a phone Send is visible anyway; don't scroll.
    if (isWelcome) sendButton.current?.focus({ preventScroll: true });
  }, [isWelcome]);

  function show(next: PromptDraft) {
    replace(next);
    promptField.current?.focus();
  }

  /** Replaces the draft; the toast's Undo restores the previous one. */
  function load(prompt: string, savedPromptId?: string) {
    const before = latest();
    show({ prompt, savedPromptId });
    if (before.prompt.trim() === '' || before.prompt === prompt || isStarter(before.prompt)) return;
    showDraftReplaced(before, () => show(before));
  }

  return {
    refs: { promptField, sendButton },
    draft,
    latestDraft: latest,
    changePrompt: change,
    replaceDraft: replace,
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
    /** Inserts a saved prompt; the id is that of a prompt that is the whole draft. */
    insert: (prompt: string, savedPromptId: string | undefined) =>
      replace({ prompt, savedPromptId: savedPromptId ?? latest().savedPromptId }),
    /** Replaces the wording and keeps the saved prompt it is based on. */
    edit: (prompt: string) => load(prompt, latest().savedPromptId),
    /** Restores prompt and files of a failed request, unless a new draft was started; then false. */
    takeBack: (turn: Turn, findFiles: (key: string) => Promise<SentFiles | undefined>) => {
      const { prompt, savedPromptId, continues } = turn.request;
      if (latest().prompt !== '' || prompt === '' || continues) return false;
      replace({ prompt: promptOf(turn), savedPromptId });
      if (turn.files) void findFiles(turn.key).then((files) => files && attachments.giveBack(files.items));
      return true;
    },
    /** Clears the sent prompt, unless the draft has changed since. */
    clearSent: (prompt: string) => {
      if (latest().prompt !== prompt) return;
      change('');
      attachments.clear();
    },
    /** Clears the generator steps, too. */
    clear: () => {
      discardPrompt(latest());
      discardDraft(generator.state);
      attachments.clear();
      generator.reset();
      change('');
      promptField.current?.focus();
    },
  };
}

/** The storage slot of this tab's draft and files; undefined until claimed. */
function useTabSlot(userId: string): string | undefined {
  const [slot, setSlot] = useState<string>();
  useEffect(() => {
    let isHere = true;
    void keepPlace(personalKey(userId, 'ai-place'), () => storedSlots(userId)).then((id) => {
      if (isHere) setSlot(id);
    });
    return () => {
      isHere = false;
    };
  }, [userId]);
  return slot;
}
