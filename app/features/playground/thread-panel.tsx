import type { RetiredModel } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { Notice } from '~/ui/notice';
import { ScrollRegion } from '~/ui/scroll-region';
import { Skeleton, TextSkeleton } from '~/ui/skeleton';
import { type Choice, findChoice } from './model-choice';
import type { PlaygroundData } from './playground-data';
import { selectReplacement } from './settings';
import { Thread } from './thread';
import type { TurnActions } from './turn-view';
import type { Turn } from './turns';
import type { VersionPlace } from '~/features/sessions';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { tryToStore } from '~/core/browser/browser-storage';
import { ButtonLink } from '~/ui/button-link';
import { STARTERS } from './starters';

type Props = {
  data: PlaygroundData;
  turns: readonly Turn[];
  isRestored: boolean;
  choice: Choice;
  /** The chosen model if it was retired. */
  retired: RetiredModel | undefined;
  draft: string;
  maxOutputTokens: number;
  isSending: boolean;
  top: RefObject<HTMLDivElement>;
  places: ReadonlyMap<string, VersionPlace>;
  /** Loads older exchanges of the session; null if there are none. */
  onLoadOlder: (() => Promise<void>) | null;
  turnActions: TurnActions;
  onStart: (prompt: string) => void;
  onChoose: (model: string) => void;
};

/** The thread or its empty state, with notices above. */
export function ThreadPanel({ data, turns, isRestored, choice, retired, top, ...props }: Props) {
  const { providers } = data;
  return (
    <ScrollRegion
      label="Thread"
      className="grow px-4 py-6 -outline-offset-2 lg:min-h-0 lg:overflow-y-auto lg:px-8 print:overflow-visible"
    >
      <div ref={top} />
      {turns.length > 0 ? <JumpToNewest top={top} /> : null}
      {data.maySetUpProviders && turns.length > 0 && providers.every(({ isDemo }) => isDemo) ? (
        <KeyHint />
      ) : null}
      {data.keepsHistory && data.isNewToHistory ? <HistoryNotice days={data.historyDays} /> : null}
      {retired && turns[0]?.failure?.code !== 'provider_model_gone' ? (
        <RetiredModelNotice
          retired={retired}
          inUse={choice}
          onDismiss={() => props.onChoose(modelValue(choice.provider.provider, choice.model.model))}
        />
      ) : null}
      {/* Stored data is only known after hydration. */}
      {!isRestored ? (
        <ThreadSkeleton />
      ) : turns.length === 0 ? (
        <EmptyThread isDemo={choice.provider.isDemo} onStart={props.onStart} />
      ) : (
        <Thread
          turns={turns}
          places={props.places}
          onLoadOlder={props.onLoadOlder}
          draft={props.draft}
          freeSendsPerDay={data.freeSendsPerDay}
          timezone={data.timezone}
          isSending={props.isSending}
          sendsFree={data.sendsFree}
          maxOutputTokens={props.maxOutputTokens}
          modelOf={({ request }) => findChoice(providers, modelValue(request.provider, request.model))?.model}
          replacementFor={({ request, failure }) =>
            selectReplacement(data, request.provider, failure?.successor)
          }
          {...props.turnActions}
        />
      )}
    </ScrollRegion>
  );
}

function ThreadSkeleton() {
  return (
    <div className="flex max-w-215 flex-col gap-2.5">
      <Skeleton className="mb-3 h-10 w-[60%] self-end" />
      <TextSkeleton />
    </div>
  );
}

type RetiredModelProps = { retired: RetiredModel; inUse: Choice; onDismiss: () => void };

/** Shown if the chosen model was retired: names the replacement in use. */
function RetiredModelNotice({ retired, inUse, onDismiss }: RetiredModelProps) {
  return (
    <Notice
      title={`${retired.providerName} no longer offers ${retired.displayName}`}
      className="mb-6 max-w-215"
      onDismiss={onDismiss}
    >
      You’re now using {inUse.model.displayName}. Check its price, or choose another model above.
    </Notice>
  );
}

/** Scrolls back up to the newest turn. */
function JumpToNewest({ top }: { top: RefObject<HTMLElement> }) {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    if (!top.current) return;
    const observer = new IntersectionObserver(([entry]) => setIsAway(entry?.isIntersecting === false));
    observer.observe(top.current);
    return () => observer.disconnect();
  }, [top]);
  if (!isAway) return null;
  return (
    <div className="sticky top-2 z-sticky flex h-0 justify-center">
      <Button size="s" className="shadow-2" onClick={() => top.current?.scrollIntoView({ block: 'start' })}>
        <ArrowUp aria-hidden size={16} />
        Newest
      </Button>
    </div>
  );
}

/** For administrators of an installation with only the Demo model, once it has been tried. */
function KeyHint() {
  return (
    <OnceNotice
      storageKey="ai_keyHintDismissed"
      title="Add a provider key"
      actions={
        <ButtonLink to="/admin/models" size="s">
          Add a key
        </ButtonLink>
      }
    >
      For replies from real models, enter a key from OpenAI, Anthropic, Gemini or Perplexity, or add your own
      server, such as Ollama. It works right away, without a restart.
    </OnceNotice>
  );
}

/** For those who used the page before their sessions were kept by themselves. */
function HistoryNotice({ days }: { days: number }) {
  return (
    <OnceNotice
      storageKey="ai_historyNoticeDismissed"
      title="Your sessions are now kept"
      actions={
        <ButtonLink to="/dashboard/settings" size="s">
          Settings
        </ButtonLink>
      }
    >
      Sessions are listed at the left for {days} days, and for good once you save or pin them. Messages marked
      “Don’t store” are left out. You can turn “Keep history” off in your settings.
    </OnceNotice>
  );
}

type OnceNoticeProps = { storageKey: string; title: string; actions: ReactNode; children: ReactNode };

/** A notice until it is dismissed in this browser. */
function OnceNotice({ storageKey, title, actions, children }: OnceNoticeProps) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(localStorage.getItem(storageKey) === null), [storageKey]);
  if (!isShown) return null;
  return (
    <Notice
      className="mb-6 max-w-215 print:hidden"
      {...{ title, actions }}
      onDismiss={() => {
        tryToStore(storageKey, 'true');
        setIsShown(false);
      }}
    >
      {children}
    </Notice>
  );
}

type EmptyThreadProps = { isDemo: boolean; onStart: (prompt: string) => void };

function EmptyThread({ isDemo, onStart }: EmptyThreadProps) {
  return (
    <div className="max-w-160 lg:py-8">
      <h2 className="text-xl">Write a prompt and send it</h2>
      <p className="mt-1 text-pretty text-ink-2">
        See the price before you send. Each reply shows what it cost and why.
      </p>
      {isDemo ? (
        <p className="mt-3 text-s text-pretty text-ink-2">
          You’re using the Demo model: no AI model is called, and replies are samples made on this server.
          Tokens, prices and your balance are real.
        </p>
      ) : null}
      <h3 className="mt-8 text-s text-ink-2">Or start with one of these</h3>
      <ul className="mt-1 border-t border-line">
        {STARTERS.map(({ title, prompt }) => (
          <li key={title} className="border-b border-line">
            <button
              type="button"
              onClick={() => onStart(prompt)}
              className="group flex w-full flex-col gap-0.5 rounded-1 py-3 text-left"
            >
              <span className="font-medium group-hover:text-accent">{title}</span>
              <span title={prompt} className="line-clamp-2 text-s text-ink-2">
                {prompt}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
