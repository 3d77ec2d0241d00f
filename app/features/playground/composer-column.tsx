import { MAX_PROMPT_CHARACTERS } from '~/features/completions';
import type { ListedProvider } from '~/features/completions/index.server';
import { AttachmentsRow } from '~/features/attachments';
import { describePrompt, PausedNotice } from '~/features/generator';
import { parseVariables, useSavePrompt } from '~/features/prompts';
import { ChatNotice } from './chat-notice';
import { Composer } from './composer';
import { estimateCents, estimateTokens, isLeftTooSmall } from './estimate';
import { GeneratorPanel } from './generator-panel';
import { discardedPromptOf, PROMPTS } from './use-draft';
import type { Choice } from './model-choice';
import { PriceHint } from './price-hint';
import { SendOptions } from './send-options';
import type { ComposerState } from './use-composer';
import type { SendingState } from './use-sending';
import type { SendSettings } from './use-send-settings';
import type { ThreadState } from './use-thread';
import { Button } from '~/ui/button';
import { formatCountOf } from '~/ui/format-count';
import { formatNames } from '~/ui/format-names';
import { RestoreDiscarded } from '~/ui/restore-discarded';

type Props = {
  settings: SendSettings;
  composer: ComposerState;
  thread: ThreadState;
  sending: SendingState;
  choice: Choice;
  providers: readonly ListedProvider[];
  /** Leaving the page would lose something. */
  isUnsaved: boolean;
  freeSends: { today: number; perDay: number; maxOutputTokens: number };
  ownMicroUsd: number;
  onReset: () => void;
  onOptimize: () => void;
  onMultiSend: () => void;
  onOpenLimits: () => void;
  onFillIn: () => void;
};

/**
 * The generator steps and the prompt. On wide screens they are beside the thread, and the steps yield space to the
 * prompt. On phones the steps are above the thread, and the prompt stays at the bottom of the window. In a low window
 * (landscape or zoomed) it would cover the thread, so it is placed above it.
 */
export function ComposerColumn({ settings, composer, thread, sending, choice, providers, ...props }: Props) {
  const { limits, chat, isFreePlan } = settings;
  const { draft, generator, generated, attachments, refs } = composer;
  const { pending } = thread;
  const { isSaving, save } = useSavePrompt();
  const isFreeSend = settings.sendsFree && choice.model.isFree;
  const { freeSends, ownMicroUsd } = props;
  const goesFree =
    !isFreeSend &&
    choice.model.isFree &&
    chat.budget === null &&
    isLeftTooSmall(choice.model, estimateTokens(draft) + attachments.tokens, {
      ownMicroUsd,
      maxOutputTokens: Math.min(limits.tokens, freeSends.maxOutputTokens),
    });
  return (
    <div className="contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3 lg:overflow-y-auto lg:border-r lg:border-line lg:bg-paper lg:px-6 lg:py-4 print:hidden">
      <GeneratorPanel
        generator={generator}
        onFill={generated.canRefill ? generated.rebuild : undefined}
        className="px-4 py-2 max-lg:border-b max-lg:border-line max-lg:bg-paper lg:max-h-[56%] lg:p-0"
      />
      <section
        aria-label="Composer"
        data-composer
        className="z-sticky flex flex-col gap-2.5 border-t border-line bg-paper px-4 pt-3 pb-4 docked:sticky docked:bottom-0 docked:order-last docked:max-h-[85dvh] docked:overflow-y-auto lg:flex-[1_0_auto] lg:border-t-0 lg:p-0"
      >
        <Composer
          draft={draft}
          onChange={composer.setDraft}
          onSend={() => void sending.sendDraft()}
          onStop={() => {
            if (pending) thread.stop(pending.key);
            // Send replaces Stop, which had the focus.
            refs.promptField.current?.focus();
          }}
          onReset={props.onReset}
          onOptimize={props.onOptimize}
          onMultiSend={props.onMultiSend}
          canMultiSend={
            (draft.trim() !== '' &&
              draft.length <= MAX_PROMPT_CHARACTERS &&
              attachments.blocker === undefined) ||
            sending.multiSend.answers.length > 0
          }
          isSaving={isSaving}
          onSave={() => void save(describePrompt(generator.state, draft))}
          isSending={sending.isSending}
          isStopping={pending?.state === 'stopping'}
          canReset={props.isUnsaved || draft !== '' || generator.state.styleId !== null}
          fieldRef={refs.promptField}
          sendRef={refs.sendButton}
          problem={sending.isHeldBack ? 'Blocked by your chat budget' : attachments.blocker}
          attachments={
            <AttachmentsRow
              attachments={attachments}
              isFreePlan={isFreePlan}
              takesImages={choice.model.takesImages}
              costOf={isFreeSend || goesFree ? null : (tokens) => estimateCents(choice.model, tokens, 0)}
            />
          }
          price={
            <PriceHint
              draft={draft}
              choice={choice}
              providers={providers}
              pending={pending}
              attachedTokens={attachments.tokens}
              maxOutputTokens={limits.tokens}
              freeSends={isFreeSend || goesFree ? freeSends : null}
              isShortened={goesFree}
            />
          }
        />
        <PausedNotice isPaused={generated.isPaused} onRebuild={generated.rebuild} />
        <VariablesNotice draft={draft} onFillIn={props.onFillIn} />
        {chat.budget ? (
          <ChatNotice budget={chat.budget} checked={sending.chatChecked} onEnd={chat.end} />
        ) : null}
        <SendOptions
          limits={limits}
          doNotStore={settings.doNotStore}
          onDoNotStoreChange={settings.setDoNotStore}
          onOpenLimits={props.onOpenLimits}
        />
        <RestoreDiscarded
          place={PROMPTS}
          size="s"
          className="-ml-2 self-start"
          onRestore={(fields) => {
            const { prompt, savedPromptId } = discardedPromptOf(fields);
            composer.load(prompt, savedPromptId);
          }}
        />
      </section>
    </div>
  );
}

const MAX_NAMED = 4;

/** Shown for prompts with variables such as {{name}}, which are sent literally unless filled in. */
function VariablesNotice({ draft, onFillIn }: { draft: string; onFillIn: () => void }) {
  const names = parseVariables(draft).variables.map(({ name }) => name);
  return (
    <div role="status">
      {names.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-s text-info">
          <span className="min-w-0 wrap-anywhere">
            {formatCountOf(names.length, 'variable')} to fill in: {formatNames(names, MAX_NAMED)}
          </span>
          <Button size="s" aria-haspopup="dialog" onClick={onFillIn}>
            Fill in
          </Button>
        </div>
      ) : null}
    </div>
  );
}
