import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { GoneModel, ListedProvider } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { Button } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { Markdown } from '~/ui/markdown';
import { atFirstSignOfLife } from '~/ui/on-demand';
import { showToast } from '~/ui/overlay/toast';
import { ScrollRegion } from '~/ui/scroll-region';
import { Skeleton } from '~/ui/skeleton';
import { Composer } from './composer';
import { EmptyThread } from './empty-thread';
import { GoneModelNotice } from './gone-model-notice';
import { JumpToNewest } from './jump-to-newest';
import { KeyHint } from './key-hint';
import { LeaveGuard } from './leave-guard';
import type { Choice } from './model-choice';
import { ModelPicker } from './model-picker';
import { PriceHint } from './price-hint';
import type { Reply } from './reply';
import { ResetDialog } from './reset-dialog';
import { SendOptions } from './send-options';
import { SessionBar } from './session-bar';
import { isStarter } from './starters';
import { Thread } from './thread';
import { isPending, newTurn, totalsOf, type Turn } from './turns';
import { useDraft } from './use-draft';
import { useMaxTokens } from './use-max-tokens';
import { useModelChoice } from './use-model-choice';
import { useTurns } from './use-turns';

const LedgerSheet = lazy(() => import('./ledger-sheet'));

export interface PlaygroundProps {
  userId: string;
  plan: 'free' | 'pro';
  /** An administrator, who can add a provider's key. */
  maySetUpProviders: boolean;
  providers: readonly ListedProvider[];
  /** Models that were to be had until their vendors withdrew them. */
  goneModels: readonly GoneModel[];
  /** What the free plan may use, by the names that people know. */
  freeModels: readonly string[];
  availableMicroUsd: number;
  freeSendsToday: number;
  freeSendsPerDay: number;
  /** What the person has chosen in the preferences; this browser's own last choice counts more. */
  preferred: { provider: string | null; model: string | null; maxOutputTokens: number | null };
  /** The one that the person's dates are shown in, such as Europe/Berlin. */
  timezone: string;
  /** The longest reply that the account allows, in tokens. */
  maxOutputTokensCeiling: number;
  /** Something was charged or credited: what stands around the page is out of date. */
  onBalanceChanged: () => void;
}

type Panel = 'ledger' | 'reset' | null;

export function Playground(props: PlaygroundProps) {
  const { userId, plan, providers, maxOutputTokensCeiling, onBalanceChanged } = props;
  const isFreePlan = plan === 'free';
  const { choice, choose, gone, replacementFor } = useModelChoice(props, props.preferred, isFreePlan);
  const [doNotStore, setDoNotStore] = useState(false);
  const maxTokens = useMaxTokens(props.preferred.maxOutputTokens, maxOutputTokensCeiling);
  const [panel, setPanel] = useState<Panel>(null);
  const promptField = useRef<HTMLTextAreaElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const threadTop = useRef<HTMLDivElement>(null);
  const { draft, setDraft, isWelcome } = useDraft(userId, promptField);
  const latestDraft = useRef(draft);
  latestDraft.current = draft;

  const onSettled = useCallback(
    (turn: Turn, reply: Reply | undefined) => {
      onBalanceChanged();
      // A failed request gives the prompt back, unless something new has been written meanwhile.
      if (!reply && latestDraft.current === '' && turn.request.prompt !== '') setDraft(turn.request.prompt);
    },
    [onBalanceChanged, setDraft],
  );
  const { turns, isRestored, send, stop, remove, clear } = useTurns(userId, onSettled);
  const pending = turns.find(isPending);
  const isUnsaved = (draft.trim() !== '' && !isStarter(draft)) || turns.length > 0;
  // The reader of Markdown loads while the first prompt is written.
  useEffect(() => atFirstSignOfLife(Markdown.preload), []);
  useEffect(() => {
    if (isWelcome) sendButton.current?.focus();
  }, [isWelcome]);

  if (!choice) return <NoModels />;

  function sendDraft() {
    if (!choice) return;
    const { provider, model } = choice;
    const request = {
      provider: provider.provider,
      model: model.model,
      prompt: draft,
      maxOutputTokens: maxTokens.tokens,
      doNotStoreContent: doNotStore,
    };
    sendTurn(newTurn(request, model.displayName));
    setDraft('');
    promptField.current?.focus();
  }

  function sendTurn(turn: Turn) {
    send(turn);
    threadTop.current?.scrollIntoView({ block: 'nearest' });
  }

  function retry({ request, modelName, key }: Turn) {
    remove(key);
    if (draft === request.prompt) setDraft('');
    sendTurn(newTurn(request, modelName));
  }

  function replaceModel({ key, request }: Turn, { provider, model }: Choice) {
    choose(modelValue(provider.provider, model.model));
    remove(key);
    if (draft.trim() === '') setDraft(request.prompt);
    sendButton.current?.focus();
  }

  function edit(prompt: string) {
    setDraft(prompt);
    promptField.current?.focus();
    if (draft.trim() === '' || draft === prompt || isStarter(draft)) return;
    const onAction = () => {
      setDraft(draft);
      promptField.current?.focus();
    };
    showToast('info', 'Your draft was replaced.', { action: { label: 'Undo', onAction } });
  }

  const isFreeSend = isFreePlan && choice.model.isFree;
  return (
    <div className="flex grow flex-col lg:absolute lg:inset-0 lg:grid lg:grid-cols-[minmax(360px,5fr)_8fr]">
      <h1 className="sr-only">AI playground</h1>
      <noscript className="lg:col-span-2">
        <p className="px-4 py-3 text-s lg:px-6">
          This page needs JavaScript to send prompts and show replies.
        </p>
      </noscript>
      <section
        aria-label="Composer"
        data-composer
        className="sticky bottom-0 z-sticky order-last flex max-h-[85dvh] flex-col gap-3 overflow-y-auto border-t border-line bg-paper px-4 pt-3 pb-4 lg:static lg:order-first lg:max-h-none lg:min-h-0 lg:border-t-0 lg:border-r lg:px-6 lg:py-5"
      >
        <h2 className="hidden text-l lg:block">Prompt</h2>
        <Composer
          draft={draft}
          onChange={setDraft}
          onSend={sendDraft}
          onStop={() => pending && stop(pending.key)}
          onReset={() => setPanel('reset')}
          isSending={pending !== undefined}
          isStopping={pending?.state === 'stopping'}
          canReset={draft !== '' || turns.length > 0}
          fieldRef={promptField}
          sendRef={sendButton}
          problem={maxTokens.problem === undefined ? undefined : 'Check the longest reply under Options.'}
          price={
            <PriceHint
              draft={draft}
              choice={choice}
              providers={providers}
              pending={pending}
              maxOutputTokens={maxTokens.tokens}
              freeSends={isFreeSend ? { today: props.freeSendsToday, perDay: props.freeSendsPerDay } : null}
            />
          }
        />
        <SendOptions
          maxTokens={maxTokens}
          ceiling={maxOutputTokensCeiling}
          doNotStore={doNotStore}
          onDoNotStoreChange={setDoNotStore}
        />
      </section>
      <section aria-label="Replies" className="flex min-w-0 grow flex-col bg-surface lg:min-h-0">
        <div className="flex items-center gap-2 border-b border-line px-4 py-2.5 lg:px-5">
          <ModelPicker providers={providers} choice={choice} isFreePlan={isFreePlan} onChoose={choose} />
          <Button variant="ghost" className="ml-auto" onClick={() => setPanel('ledger')}>
            Ledger
          </Button>
        </div>
        <ScrollRegion
          label="Thread"
          className="grow px-4 py-6 -outline-offset-2 lg:min-h-0 lg:overflow-y-auto lg:px-8"
        >
          <div ref={threadTop} />
          <JumpToNewest top={threadTop} />
          {props.maySetUpProviders && turns.length > 0 && providers.every(({ isDemo }) => isDemo) ? (
            <KeyHint />
          ) : null}
          {gone && turns[0]?.failure?.code !== 'provider_model_gone' ? (
            <GoneModelNotice
              gone={gone}
              inUse={choice}
              onDismiss={() => choose(modelValue(choice.provider.provider, choice.model.model))}
            />
          ) : null}
          {/* What this browser has kept is known only to its scripts. */}
          {!isRestored ? (
            <ThreadSkeleton />
          ) : turns.length === 0 ? (
            <EmptyThread isDemo={choice.provider.isDemo} onStart={edit} />
          ) : (
            <Thread
              turns={turns}
              draft={draft}
              freeSendsPerDay={props.freeSendsPerDay}
              timezone={props.timezone}
              isSending={pending !== undefined}
              onRegenerate={({ request, modelName }) => sendTurn(newTurn(request, modelName))}
              replacementFor={({ request, failure }) => replacementFor(request.provider, failure?.successor)}
              onReplaceModel={replaceModel}
              onRetry={retry}
              onReuse={edit}
              onRemove={remove}
            />
          )}
        </ScrollRegion>
        <SessionBar totals={totalsOf(turns)} availableMicroUsd={props.availableMicroUsd} />
      </section>
      <LeaveGuard
        isUnsaved={isUnsaved}
        hasUnstored={turns.some(({ request }) => request.doNotStoreContent)}
      />
      {panel === 'ledger' ? (
        <Suspense>
          <LedgerSheet isOpen onOpenChange={() => setPanel(null)} timezone={props.timezone} />
        </Suspense>
      ) : null}
      <ResetDialog
        isOpen={panel === 'reset'}
        isSending={pending !== undefined}
        onCancel={() => setPanel(null)}
        onReset={() => {
          clear();
          setDraft('');
          setPanel(null);
          promptField.current?.focus();
        }}
      />
    </div>
  );
}

function ThreadSkeleton() {
  return (
    <div className="flex max-w-215 flex-col gap-2.5">
      <Skeleton className="mb-3 h-10 w-[60%] self-end" />
      <Skeleton className="h-3 w-[92%]" />
      <Skeleton className="h-3 w-[84%]" />
      <Skeleton className="h-3 w-[47%]" />
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
