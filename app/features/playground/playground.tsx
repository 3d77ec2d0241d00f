import { useEffect, useState, type MouseEvent } from 'react';
import { parseVariables } from '~/features/prompts';
import { SessionActions } from '~/features/sessions';
import { EmptyState } from '~/ui/empty-state';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { Markdown } from '~/ui/markdown/markdown';
import { onFirstInteraction } from '~/ui/lazy-component';
import { showToast } from '~/ui/overlay/toast';
import { ComposerColumn } from './composer-column';
import { HistoryButton, HistoryColumn, useHistoryColumn } from './history-column';
import { LeaveDialog, LeaveGuard } from './leave-guard';
import { ModeSwitch } from './mode-switch';
import { ModelPicker } from './model-picker';
import { OptionsPopover } from './options-popover';
import type { PlaygroundData } from './playground-data';
import { PlaygroundPanel } from './playground-panel';
import { ResetDialog } from './reset-dialog';
import { SessionBar } from './session-bar';
import { isFreePlan, selectChat, selectChoice, selectOutputTokens, selectRetired } from './settings';
import { hasUnstoredTurns, selectMultiSend, selectPending, selectTotals, type Panel } from './state';
import { ThreadPanel } from './thread-panel';
import { SESSION_PARAM, useAddressedSession } from './use-history';
import { usePlayground } from './use-playground';
import { useSavedSessions } from './use-saved-sessions';

export type PlaygroundProps = PlaygroundData & {
  /** Called after a charge or a credit: the surrounding page is out of date. */
  onBalanceChanged: () => void;
};

export function Playground({ onBalanceChanged, ...data }: PlaygroundProps) {
  const playground = usePlayground(data, onBalanceChanged);
  const { state, dispatch, settingActions, composer, thread, history, shown, sending, isUnsaved } =
    playground;
  const { settings, turns, panel } = state;
  const { draft, handedOver } = composer;
  const historyColumn = useHistoryColumn();
  const { resetPage, ...savedSessions } = useSavedSessions(playground, data);
  const addressed = useAddressedSession();
  const [isStartingNew, setIsStartingNew] = useState(false);
  const show = (panel: Panel | null) => dispatch({ type: 'panel-shown', panel });
  const close = () => show(null);
  // The button that opened a panel may be gone, such as Fill in once all variables are filled in.
  useFocusAfter(panel !== null, composer.refs.promptField);
  // Preloads the Markdown renderer while the first prompt is typed.
  useEffect(() => onFirstInteraction(Markdown.preload), []);
  // A prompt with variables from elsewhere opens the form first.
  useEffect(() => {
    if (handedOver !== undefined && parseVariables(handedOver).variables.length > 0)
      dispatch({ type: 'panel-shown', panel: 'variables' });
  }, [handedOver, dispatch]);
  const choice = selectChoice(settings, data);
  if (!choice) return <NoModels />;
  const chat = selectChat(settings, data);
  const multiSend = selectMultiSend(state);

  /** Without a session in the address, its link to a new one leads nowhere. */
  function startNew(event: MouseEvent) {
    if (addressed !== null) return;
    event.preventDefault();
    if (turns.some(({ isKept }) => isKept !== true)) setIsStartingNew(true);
    else thread.clear();
  }

  function openMultiSend() {
    if (isFreePlan(data)) {
      showToast('warning', 'Multi-send is available on paid plans.');
      return;
    }
    // A finished multi-send is dismissed once a new prompt is typed.
    if (!multiSend.isRunning && draft.prompt.trim() !== '') dispatch({ type: 'multi-send-dismissed' });
    show('multi-send');
  }

  return (
    <div
      data-has-composer
      className="flex grow flex-col lg:absolute lg:inset-0 lg:flex-row print:static print:block"
    >
      <HistoryColumn
        column={historyColumn}
        latest={data.history}
        sessionId={state.sessionId}
        timezone={data.timezone}
        sharesSessions={data.sharesSessions}
        keptDays={data.keepsHistory ? data.historyDays : null}
        addressOf={(id) => `?${SESSION_PARAM}=${id}`}
        newAddress="?"
        onNew={startNew}
        onChanged={onBalanceChanged}
        onDeleted={(id) => {
          if (id === state.sessionId) thread.clear();
        }}
      />
      <div className="flex grow flex-col lg:grid lg:min-w-0 lg:grid-cols-[minmax(360px,5fr)_8fr]">
        <h1 className="sr-only">AI playground</h1>
        <noscript className="lg:col-span-2">
          <p className="px-4 py-3 text-s lg:px-6">
            This page needs JavaScript to send prompts and show replies.
          </p>
        </noscript>
        <ComposerColumn
          {...{ data, settings, choice, chat, composer, isUnsaved }}
          pending={selectPending(state)}
          isSending={sending.isSending}
          chatChecked={sending.chatChecked}
          isHeldBack={sending.isHeldBack}
          isEditing={shown.turns.some(({ key }) => key === state.editing)}
          onEndEditing={() => {
            dispatch({ type: 'editing', key: null });
            composer.refs.promptField.current?.focus();
          }}
          hasMultiSend={multiSend.replies.length > 0}
          onInstructionsChange={settingActions.changeInstructions}
          onOptionsChange={settingActions.changeOptions}
          onSettingsChange={settingActions.change}
          onEndChat={settingActions.endChat}
          onSend={() => void sending.sendDraft()}
          onStop={thread.stop}
          onMultiSend={openMultiSend}
          onShow={show}
        />
        <section aria-label="Replies" className="flex min-w-0 grow flex-col bg-surface lg:min-h-0">
          <div className="@container flex items-center gap-2 border-b border-line px-4 py-2.5 lg:px-5 print:hidden">
            <HistoryButton {...historyColumn} />
            <ModelPicker
              providers={data.providers}
              choice={choice}
              isFreePlan={isFreePlan(data)}
              sendsFree={data.sendsFree}
              onChoose={settingActions.choose}
            />
            <ModeSwitch
              isChat={chat !== null}
              isFreePlan={isFreePlan(data)}
              onChat={() => show('chat')}
              onWork={settingActions.endChat}
            />
            <OptionsPopover
              choice={choice}
              options={settings.options}
              onChange={settingActions.changeOptions}
              className="max-lg:hidden"
            />
            <SessionActions
              plan={data.plan}
              preferredFormat={data.exportFormat}
              timezone={data.timezone}
              other={{ label: 'Ledger', onAction: () => show('ledger') }}
              {...savedSessions}
            />
          </div>
          <ThreadPanel
            {...{ data, choice }}
            turns={shown.turns}
            places={shown.places}
            onLoadOlder={state.older ? history.loadOlder : null}
            isRestored={state.isRestored && !(state.isOpening && turns.length === 0)}
            retired={selectRetired(settings, data)}
            draft={draft.prompt}
            maxOutputTokens={selectOutputTokens(settings, data)}
            isSending={sending.isSending}
            top={thread.top}
            onStart={composer.load}
            onChoose={settingActions.choose}
            turnActions={{
              ...playground.turnActions,
              onShowVersion: (first, key) => dispatch({ type: 'version-chosen', first, key }),
              onRemedy: (remedy) => (remedy === 'limits' ? show('limits') : settingActions.endChat()),
            }}
          />
          <SessionBar
            totals={selectTotals(state)}
            availableMicroUsd={data.availableMicroUsd}
            offersTopUp={data.offersTopUp}
            ccoCents={chat?.ccoCents}
          />
        </section>
      </div>
      <LeaveGuard
        isUnsaved={isUnsaved}
        losesAtLogout={playground.losesAtLogout}
        loss={{
          waiting: state.queue.length,
          unstored: hasUnstoredTurns(state),
          unread: composer.attachments.items.some(
            ({ state }) => state === 'reading' || state === 'transcribing',
          ),
        }}
        sessionId={state.sessionId}
      />
      {isStartingNew ? (
        <LeaveDialog
          title="Leave this session?"
          description="Its replies aren’t kept with your account and will be lost."
          stay={() => setIsStartingNew(false)}
          leave={() => {
            setIsStartingNew(false);
            thread.clear();
          }}
        />
      ) : null}
      {sending.reviewDialog}
      {panel === null ? null : (
        <PlaygroundPanel
          {...{ data, settings, choice, panel, multiSend, onBalanceChanged }}
          prompt={draft.prompt}
          onEdit={composer.edit}
          onBeginChat={settingActions.beginChat}
          onMaxTokensChange={settingActions.changeMaxTokens}
          outgoingFor={sending.outgoingFor}
          leftOutFor={({ model }) => composer.attachments.leftOutFor(model)}
          onSendToAll={(choices) => void sending.sendToAll(choices)}
          onRetry={(failed) => void sending.retry(failed)}
          onCancelQueue={() => dispatch({ type: 'queue-canceled' })}
          onDismissMultiSend={() => dispatch({ type: 'multi-send-dismissed' })}
          onClose={close}
        />
      )}
      <ResetDialog
        isOpen={panel === 'reset'}
        isSending={sending.isSending}
        onCancel={close}
        onReset={() => {
          close();
          resetPage();
        }}
      />
    </div>
  );
}

function NoModels() {
  return (
    <EmptyState title="No models yet" className="grow justify-center">
      An administrator can add a provider key or a server of your own under Admin, Model Management.
    </EmptyState>
  );
}
