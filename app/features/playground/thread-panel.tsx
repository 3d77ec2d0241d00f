import type { RetiredModel } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { Notice } from '~/ui/notice';
import { ScrollRegion } from '~/ui/scroll-region';
import { Skeleton, TextSkeleton } from '~/ui/skeleton';
import { type Choice, findChoice } from './model-choice';
import type { PlaygroundProps } from './playground';
import { Thread } from './thread';
import type { TurnActions } from './turn-view';
import type { ComposerState } from './use-composer';
import type { SendSettings } from './use-send-settings';
import type { ThreadState } from './use-thread';
import { ArrowUp } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { tryToStore } from '~/core/browser/browser-storage';
import { ButtonLink } from '~/ui/button-link';
import { STARTERS } from './starters';

type Props = Pick<PlaygroundProps, 'providers' | 'maySetUpProviders' | 'freeSendsPerDay' | 'timezone'> & {
  settings: SendSettings;
  composer: ComposerState;
  thread: ThreadState;
  turnActions: Omit<TurnActions, 'onRemedy'>;
  isSending: boolean;
  choice: Choice;
  onOpenLimits: () => void;
};

/** The thread or its empty state, with notices above. */
export function ThreadPanel({ settings, composer, thread, choice, providers, ...rest }: Props) {
  const { turns, isRestored, top } = thread;
  const { gone, choose } = settings;
  return (
    <ScrollRegion
      label="Thread"
      className="grow px-4 py-6 -outline-offset-2 lg:min-h-0 lg:overflow-y-auto lg:px-8 print:overflow-visible"
    >
      <div ref={top} />
      {turns.length > 0 ? <JumpToNewest top={top} /> : null}
      {rest.maySetUpProviders && turns.length > 0 && providers.every(({ isDemo }) => isDemo) ? (
        <KeyHint />
      ) : null}
      {gone && turns[0]?.failure?.code !== 'provider_model_gone' ? (
        <GoneModelNotice
          gone={gone}
          inUse={choice}
          onDismiss={() => choose(modelValue(choice.provider.provider, choice.model.model))}
        />
      ) : null}
      {/* Stored data is only known after hydration. */}
      {!isRestored ? (
        <ThreadSkeleton />
      ) : turns.length === 0 ? (
        <EmptyThread isDemo={choice.provider.isDemo} onStart={composer.load} />
      ) : (
        <Thread
          turns={turns}
          draft={composer.draft}
          freeSendsPerDay={rest.freeSendsPerDay}
          timezone={rest.timezone}
          isSending={rest.isSending}
          sendsFree={settings.sendsFree}
          maxOutputTokens={settings.limits.tokens}
          modelOf={({ request }) => findChoice(providers, modelValue(request.provider, request.model))?.model}
          replacementFor={({ request, failure }) =>
            settings.replacementFor(request.provider, failure?.successor)
          }
          {...rest.turnActions}
          onRemedy={(remedy) => (remedy === 'limits' ? rest.onOpenLimits() : settings.chat.end())}
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

type GoneModelProps = { gone: RetiredModel; inUse: Choice; onDismiss: () => void };

/** Shown if the chosen model was retired: names the replacement in use. */
function GoneModelNotice({ gone, inUse, onDismiss }: GoneModelProps) {
  return (
    <Notice
      title={`${gone.providerName} no longer offers ${gone.displayName}`}
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

const DISMISSED = 'ai_keyHintDismissed';

/** For administrators of an installation with only the Demo model, once it has been tried. */
function KeyHint() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(localStorage.getItem(DISMISSED) === null), []);
  if (!isShown) return null;
  return (
    <Notice
      title="Add a provider key"
      className="mb-6 max-w-215 print:hidden"
      actions={
        <ButtonLink to="/admin/models" size="s">
          Add a key
        </ButtonLink>
      }
      onDismiss={() => {
        tryToStore(DISMISSED, 'true');
        setIsShown(false);
      }}
    >
      For replies from real models, enter a key from OpenAI, Anthropic, Gemini or Perplexity, or add your own
      server, such as Ollama. It works right away, without a restart.
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
