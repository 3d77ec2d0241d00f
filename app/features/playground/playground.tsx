import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { ListedProvider } from '~/features/completions/index.server';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { EmptyState } from '~/ui/empty-state';
import { ScrollRegion } from '~/ui/scroll-region';
import { Composer } from './composer';
import { EmptyThread } from './empty-thread';
import { LeaveGuard } from './leave-guard';
import { ModelPicker } from './model-picker';
import { PriceHint } from './price-hint';
import type { Reply } from './reply';
import { SendOptions } from './send-options';
import { SessionBar } from './session-bar';
import { Thread } from './thread';
import { isPending, newTurn, totalsOf, type Turn } from './turns';
import { useDraft } from './use-draft';
import { useMaxTokens } from './use-max-tokens';
import { useModelChoice } from './use-model-choice';
import { useTurns } from './use-turns';

const LedgerSheet = lazy(() => import('./ledger-sheet'));
const ResetDialog = lazy(() => import('./reset-dialog'));

export interface PlaygroundProps {
  userId: string;
  plan: 'free' | 'pro';
  providers: readonly ListedProvider[];
  balanceCents: number;
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
  const { choice, choose } = useModelChoice(providers, props.preferred, isFreePlan);
  const [doNotStore, setDoNotStore] = useState(false);
  const maxTokens = useMaxTokens(props.preferred.maxOutputTokens, maxOutputTokensCeiling);
  const [panel, setPanel] = useState<Panel>(null);
  const promptField = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useDraft(userId, promptField);
  const latestDraft = useRef(draft);
  latestDraft.current = draft;

  const onSettled = useCallback(
    (turn: Turn, reply: Reply | undefined) => {
      onBalanceChanged();
      // A failed send gives the prompt back, unless something new has been written meanwhile.
      if (!reply && latestDraft.current === '' && turn.request.prompt !== '') setDraft(turn.request.prompt);
    },
    [onBalanceChanged, setDraft],
  );
  const { turns, isRestored, send, stop, remove, clear } = useTurns(userId, onSettled);
  const pending = turns.find(isPending);
  const isUnsaved = draft.trim() !== '' || turns.length > 0;

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
    send(newTurn(request, model.displayName));
    setDraft('');
  }

  function retry({ request, modelName, key }: Turn) {
    remove(key);
    if (draft === request.prompt) setDraft('');
    send(newTurn(request, modelName));
  }

  function edit(prompt: string) {
    setDraft(prompt);
    promptField.current?.focus();
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
        className="sticky bottom-0 order-last flex flex-col gap-3 border-t border-line bg-paper px-4 pt-3 pb-4 lg:static lg:order-first lg:gap-5 lg:overflow-y-auto lg:border-t-0 lg:border-r lg:px-6 lg:py-5"
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
          canReset={isUnsaved}
          fieldRef={promptField}
          price={
            <PriceHint
              draft={draft}
              choice={choice}
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
          className={cx(
            'grow px-4 py-6 -outline-offset-2 lg:min-h-0 lg:overflow-y-auto lg:px-8',
            // What this browser has kept is known only to its scripts; until then neither it nor its absence is shown.
            !isRestored && 'invisible',
          )}
        >
          {turns.length === 0 ? (
            <EmptyThread isDemo={choice.provider.isDemo} onStart={edit} />
          ) : (
            <Thread
              turns={turns}
              providers={providers}
              freeSendsPerDay={props.freeSendsPerDay}
              onRetry={retry}
              onReuse={edit}
              onRemove={remove}
            />
          )}
        </ScrollRegion>
        <SessionBar totals={totalsOf(turns)} balanceCents={props.balanceCents} />
      </section>
      <LeaveGuard isUnsaved={isUnsaved} />
      <Suspense>
        {panel === 'ledger' ? (
          <LedgerSheet isOpen onOpenChange={() => setPanel(null)} timezone={props.timezone} />
        ) : null}
        {panel === 'reset' ? (
          <ResetDialog
            isOpen
            isSending={pending !== undefined}
            onCancel={() => setPanel(null)}
            onReset={() => {
              clear();
              setDraft('');
              setPanel(null);
              promptField.current?.focus();
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

function NoModels() {
  return (
    <EmptyState title="No model can be asked yet" className="grow justify-center">
      Whoever runs this server gives it a provider key (for example OPENAI_API_KEY), or sets DEMO_PROVIDER=on
      to try everything with made-up replies.
    </EmptyState>
  );
}
