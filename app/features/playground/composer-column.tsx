import { MAX_PROMPT_CHARACTERS } from '~/features/completions';
import type { ListedProvider } from '~/features/completions/index.server';
import { AttachmentsRow } from '~/features/attachments';
import { describePrompt, PausedNotice } from '~/features/generator';
import { useSavePrompt } from '~/features/prompts';
import { ChatNotice } from './chat-notice';
import { Composer } from './composer';
import { estimateCents } from './estimate';
import { GeneratorPanel } from './generator-panel';
import type { Choice } from './model-choice';
import { PriceHint } from './price-hint';
import { SendOptions } from './send-options';
import type { PlaygroundState } from './use-playground';
import { VariablesNotice } from './variables-notice';

type Props = {
  playground: PlaygroundState;
  choice: Choice;
  providers: readonly ListedProvider[];
  freeSends: { today: number; perDay: number };
  onReset: () => void;
  onOptimize: () => void;
  onMultiSend: () => void;
  onOpenLimits: () => void;
  onFillIn: () => void;
};

/**
 * The steps and the prompt that they fill. Side by side with the replies where there is room, and the steps give way to
 * whatever the prompt needs; on a phone the steps stand above the replies, and the prompt stays at the foot of the window.
 * In a low window, as on its side or magnified, the prompt would cover everything: there it stands above the replies.
 */
export function ComposerColumn({ playground, choice, providers, freeSends, ...props }: Props) {
  const { draft, pending, limits, chat, generated, isFreePlan, attachments, refs } = playground;
  const { isSaving, save } = useSavePrompt();
  const isFreeSend = playground.sendsFree && choice.model.isFree;
  return (
    <div className="contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3 lg:overflow-y-auto lg:border-r lg:border-line lg:bg-paper lg:px-6 lg:py-4 print:hidden">
      <GeneratorPanel
        generator={playground.generator}
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
          onChange={playground.setDraft}
          onSend={() => void playground.sendDraft()}
          onStop={() => {
            if (pending) playground.stop(pending.key);
            // Stop gives way to Send, and the focus would be nowhere.
            refs.promptField.current?.focus();
          }}
          onReset={props.onReset}
          onOptimize={props.onOptimize}
          onMultiSend={props.onMultiSend}
          canMultiSend={
            (draft.trim() !== '' && draft.length <= MAX_PROMPT_CHARACTERS) ||
            playground.multiSend.answers.length > 0
          }
          isSaving={isSaving}
          onSave={() => void save(describePrompt(playground.generator.state, draft))}
          isSending={playground.isSending}
          isStopping={pending?.state === 'stopping'}
          canReset={playground.isUnsaved || draft !== '' || playground.generator.state.styleId !== null}
          fieldRef={refs.promptField}
          sendRef={refs.sendButton}
          problem={playground.isHeldBack ? 'Blocked by your chat budget' : attachments.blocker}
          attachments={
            <AttachmentsRow
              attachments={attachments}
              isFreePlan={isFreePlan}
              takesImages={choice.model.takesImages}
              costOf={isFreeSend ? null : (tokens) => estimateCents(choice.model, tokens, 0)}
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
              freeSends={isFreeSend ? freeSends : null}
            />
          }
        />
        <PausedNotice isPaused={generated.isPaused} onRebuild={generated.rebuild} />
        <VariablesNotice draft={draft} onFillIn={props.onFillIn} />
        {chat.budget ? (
          <ChatNotice budget={chat.budget} checked={playground.chatChecked} onEnd={chat.end} />
        ) : null}
        <SendOptions
          limits={limits}
          doNotStore={playground.doNotStore}
          onDoNotStoreChange={playground.setDoNotStore}
          onOpenLimits={props.onOpenLimits}
        />
      </section>
    </div>
  );
}
