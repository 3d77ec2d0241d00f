import { INSTRUCTIONS_TOO_LONG, MAX_INSTRUCTIONS_CHARACTERS } from '~/core/shared/request-options';
import { MAX_PROMPT_CHARACTERS } from '~/features/completions';
import { AttachButton, AttachmentsRow } from '~/features/attachments';
import { describePrompt, PausedNotice } from '~/features/generator';
import { parseVariables, useSavePrompt } from '~/features/prompts';
import { ChatNotice } from './chat-notice';
import { Composer } from './composer';
import { estimateCents, estimateTokens, isLeftTooSmall } from './estimate';
import { GeneratorPanel } from './generator-panel';
import { InstructionsField } from './instructions-field';
import type { Choice } from './model-choice';
import type { PlaygroundData } from './playground-data';
import { OptionsPopover } from './options-popover';
import { PriceHint } from './price-hint';
import { discardedPromptOf, PROMPTS } from './prompt-draft';
import { withFees } from './request-options';
import { SendOptions } from './send-options';
import { isFreePlan, selectOutputTokens } from './settings';
import type { ChatBudget, Panel, RequestOptions, SendSettings } from './state';
import type { Turn } from './turns';
import type { CheckedChat } from './use-chat-check';
import type { ComposerState } from './use-composer';
import { useKeyboardInset } from './use-keyboard-inset';
import { useSettledText } from './use-settled-text';
import { Button } from '~/ui/button';
import { formatCountOf } from '~/ui/format-count';
import { formatNames } from '~/ui/format-names';
import { RestoreDiscarded } from '~/ui/restore-discarded';

type Props = {
  data: PlaygroundData;
  settings: SendSettings;
  choice: Choice;
  /** Null in Work mode. */
  chat: ChatBudget | null;
  composer: ComposerState;
  /** The turn whose reply is arriving. */
  pending: Turn | undefined;
  isSending: boolean;
  chatChecked: CheckedChat | undefined;
  /** The chat's budget blocks the prompt. */
  isHeldBack: boolean;
  hasMultiSend: boolean;
  /** The next message becomes a version of an earlier one. */
  isEditing: boolean;
  onEndEditing: () => void;
  /** Leaving the page would lose something. */
  isUnsaved: boolean;
  onInstructionsChange: (instructions: string) => void;
  onOptionsChange: (options: RequestOptions) => void;
  onSettingsChange: (changes: Partial<SendSettings>) => void;
  onEndChat: () => void;
  onSend: () => void;
  onStop: (key: string) => void;
  onMultiSend: () => void;
  onShow: (panel: Panel) => void;
};

/**
 * The generator steps, the instructions and the prompt. On wide screens they are beside the thread, and the first two
 * yield space to the prompt. On phones they are above the thread, and the prompt stays at the bottom of the window. In a low window
 * (landscape or zoomed) it would cover the thread, so it is placed above it, and stays in view only while it is used.
 */
export function ComposerColumn({ data, settings, choice, chat, composer, pending, ...props }: Props) {
  const { draft, generator, generated, attachments, refs } = composer;
  const { prompt } = draft;
  useKeyboardInset();
  // Counted and searched off the key.
  const settledPrompt = useSettledText(prompt);
  const instructionTokens = estimateTokens(settings.instructions);
  const model = withFees(choice.model, settings.options);
  const { isSaving, save } = useSavePrompt();
  const maxOutputTokens = selectOutputTokens(settings, data);
  const isFreeSend = data.sendsFree && choice.model.isFree;
  const goesFree =
    !isFreeSend &&
    choice.model.isFree &&
    chat === null &&
    isLeftTooSmall(model, estimateTokens(settledPrompt) + instructionTokens + attachments.tokens, {
      ownMicroUsd: data.ownMicroUsd,
      maxOutputTokens: Math.min(maxOutputTokens, data.freeMaxOutputTokens),
    });
  const freeSends = {
    today: data.freeSendsToday,
    perDay: data.freeSendsPerDay,
    maxOutputTokens: data.freeMaxOutputTokens,
  };
  return (
    <div className="contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3 lg:overflow-y-auto lg:border-r lg:border-line lg:bg-paper lg:px-6 lg:py-4 print:hidden">
      <div className="flex gap-x-5 px-4 py-1 max-lg:flex-wrap max-lg:border-b max-lg:border-line max-lg:bg-paper lg:max-h-[56%] lg:min-h-0 lg:flex-col lg:overflow-y-auto lg:p-0">
        <GeneratorPanel generator={generator} onFill={generated.canRefill ? generated.rebuild : undefined} />
        <InstructionsField instructions={settings.instructions} onChange={props.onInstructionsChange} />
      </div>
      <section
        aria-label="Composer"
        data-composer
        className="z-sticky flex flex-col gap-1.5 border-t border-line bg-paper px-4 pt-3 pb-2 low:max-h-dvh low:overflow-y-auto low:py-2 low:focus-within:sticky low:focus-within:bottom-0 docked:sticky docked:bottom-(--keyboard-inset,0px) docked:order-last docked:max-h-[calc(85dvh-var(--keyboard-inset,0px))] docked:overflow-y-auto lg:flex-[1_0_auto] lg:gap-2.5 lg:border-t-0 lg:p-0"
      >
        <Composer
          draft={prompt}
          onChange={composer.changePrompt}
          onInsert={composer.insert}
          onSend={props.onSend}
          onStop={() => {
            if (pending) props.onStop(pending.key);
            // Send replaces Stop, which had the focus.
            refs.promptField.current?.focus();
          }}
          onReset={() => props.onShow('reset')}
          onOptimize={() => props.onShow('optimize')}
          onMultiSend={props.onMultiSend}
          canMultiSend={
            (/\S/u.test(prompt) &&
              prompt.length <= MAX_PROMPT_CHARACTERS &&
              attachments.blocker === undefined) ||
            props.hasMultiSend
          }
          isSaving={isSaving}
          onSave={() => void save(describePrompt(generator.state, prompt))}
          isSending={props.isSending}
          isStopping={pending?.state === 'stopping'}
          canReset={props.isUnsaved || prompt !== '' || generator.state.styleId !== null}
          fieldRef={refs.promptField}
          sendRef={refs.sendButton}
          problem={
            props.isHeldBack
              ? 'Blocked by your chat budget'
              : (attachments.blocker ?? instructionsProblem(settings.instructions))
          }
          attach={<AttachButton onAdd={attachments.add} />}
          options={
            <OptionsPopover
              choice={choice}
              options={settings.options}
              onChange={props.onOptionsChange}
              className="px-1.5 lg:hidden"
            />
          }
          attachments={
            <AttachmentsRow
              attachments={attachments}
              isFreePlan={isFreePlan(data)}
              takesImages={choice.model.takesImages}
              costOf={isFreeSend || goesFree ? null : (tokens) => estimateCents(choice.model, tokens, 0)}
            />
          }
          price={
            <PriceHint
              draft={settledPrompt}
              model={model}
              providers={data.providers}
              pending={pending}
              otherTokens={instructionTokens + attachments.tokens}
              maxOutputTokens={maxOutputTokens}
              freeSends={isFreeSend || goesFree ? freeSends : null}
              isShortened={goesFree}
            />
          }
        />
        {props.isEditing ? <EditingNotice onEnd={props.onEndEditing} /> : null}
        <PausedNotice isPaused={generated.isPaused} onRebuild={generated.rebuild} />
        <VariablesNotice draft={settledPrompt} onFillIn={() => props.onShow('variables')} />
        {chat ? <ChatNotice budget={chat} checked={props.chatChecked} onEnd={props.onEndChat} /> : null}
        <SendOptions
          settings={settings}
          limits={data.limits}
          onChange={props.onSettingsChange}
          onOpenLimits={() => props.onShow('limits')}
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

/** Sending replaces no reply: the earlier version stays behind the arrows. */
function EditingNotice({ onEnd }: { onEnd: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-2 text-s text-info">
      <span className="min-w-0">Editing an earlier message. It’s sent as another version of it.</span>
      <Button size="s" onClick={onEnd}>
        Send as new instead
      </Button>
    </div>
  );
}

const instructionsProblem = (instructions: string): string | undefined =>
  instructions.length > MAX_INSTRUCTIONS_CHARACTERS ? INSTRUCTIONS_TOO_LONG : undefined;

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
