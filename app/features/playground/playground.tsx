import { useEffect, useState } from 'react';
import { parseVariables } from '~/features/prompts';
import { SessionActions } from '~/features/sessions';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { Markdown } from '~/ui/markdown';
import { onFirstInteraction } from '~/ui/lazy-component';
import { showToast } from '~/ui/overlay/toast';
import { ComposerColumn } from './composer-column';
import { LeaveGuard } from './leave-guard';
import { ModeSwitch } from './mode-switch';
import { ModelPicker } from './model-picker';
import { PlaygroundPanel, type Panel } from './playground-panel';
import type { readPlayground } from './read-playground.server';
import { ResetDialog } from './reset-dialog';
import { SessionBar } from './session-bar';
import { ThreadPanel } from './thread-panel';
import { totalsOf } from './turns';
import { usePlayground } from './use-playground';
import { useSavedSessions } from './use-saved-sessions';

export type PlaygroundProps = Awaited<ReturnType<typeof readPlayground>> & {
  /** Called after a charge or a credit: the surrounding page is out of date. */
  onBalanceChanged: () => void;
};

export function Playground(props: PlaygroundProps) {
  const playground = usePlayground(props);
  const { settings, composer, thread, sending } = playground;
  const { choice, chat, isFreePlan } = settings;
  const { draft, handedOver } = composer;
  const { resetPage, ...savedSessions } = useSavedSessions(playground, props);
  const [panel, setPanel] = useState<Panel | null>(null);
  // The button that opened a panel may be gone, such as Fill in once all variables are filled in.
  useFocusAfter(panel !== null, composer.refs.promptField);
  // Preloads the Markdown renderer while the first prompt is typed.
  useEffect(() => onFirstInteraction(Markdown.preload), []);
  // A prompt with variables from elsewhere opens the form first.
  useEffect(() => {
    if (handedOver !== undefined && parseVariables(handedOver).variables.length > 0) setPanel('variables');
  }, [handedOver]);
  if (!choice) return <NoModels />;
  const close = () => setPanel(null);

  return (
    <div className="flex grow flex-col lg:absolute lg:inset-0 lg:grid lg:grid-cols-[minmax(360px,5fr)_8fr] print:static print:block">
      <h1 className="sr-only">AI playground</h1>
      <noscript className="lg:col-span-2">
        <p className="px-4 py-3 text-s lg:px-6">
          This page needs JavaScript to send prompts and show replies.
        </p>
      </noscript>
      <ComposerColumn
        {...{ settings, composer, thread, sending }}
        choice={choice}
        providers={props.providers}
        isUnsaved={playground.isUnsaved}
        freeSends={{
          today: props.freeSendsToday,
          perDay: props.freeSendsPerDay,
          maxOutputTokens: props.freeMaxOutputTokens,
        }}
        ownMicroUsd={props.ownMicroUsd}
        onReset={() => setPanel('reset')}
        onOptimize={() => setPanel('optimize')}
        onMultiSend={() => {
          if (isFreePlan) showToast('warning', 'Multi-send is available on paid plans.');
          else {
            // A finished multi-send is dismissed once a new prompt is typed.
            if (!sending.multiSend.isRunning && draft.trim() !== '') sending.multiSend.forget();
            setPanel('multi-send');
          }
        }}
        onOpenLimits={() => setPanel('limits')}
        onFillIn={() => setPanel('variables')}
      />
      <section aria-label="Replies" className="flex min-w-0 grow flex-col bg-surface lg:min-h-0">
        <div className="flex flex-wrap items-start gap-2 border-b border-line px-4 py-2.5 lg:px-5 print:hidden">
          <ModelPicker
            providers={props.providers}
            choice={choice}
            isFreePlan={isFreePlan}
            sendsFree={props.sendsFree}
            onChoose={settings.choose}
          />
          <ModeSwitch
            isChat={chat.budget !== null}
            isFreePlan={isFreePlan}
            onChat={() => setPanel('chat')}
            onWork={chat.end}
          />
          <div className="ml-auto flex flex-wrap items-center gap-1">
            <SessionActions
              plan={props.plan}
              preferredFormat={props.exportFormat}
              timezone={props.timezone}
              {...savedSessions}
            />
            <Button variant="ghost" onClick={() => setPanel('ledger')}>
              Ledger
            </Button>
          </div>
        </div>
        <ThreadPanel
          {...props}
          {...{ settings, composer, thread }}
          choice={choice}
          isSending={sending.isSending}
          turnActions={playground.turnActions}
          onOpenLimits={() => setPanel('limits')}
        />
        <SessionBar
          totals={totalsOf(thread.turns)}
          availableMicroUsd={props.availableMicroUsd}
          offersTopUp={props.offersTopUp}
          ccoCents={chat.budget?.ccoCents}
        />
      </section>
      <LeaveGuard
        isUnsaved={playground.isUnsaved}
        hasUnstored={thread.turns.some(({ request }) => request.doNotStoreContent)}
      />
      {sending.reviewDialog}
      {panel === null ? null : (
        <PlaygroundPanel
          panel={panel}
          account={props}
          {...{ settings, composer, sending }}
          choice={choice}
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
