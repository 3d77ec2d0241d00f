import type { GoneModel } from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { Notice } from '~/ui/notice';
import { ScrollRegion } from '~/ui/scroll-region';
import { Skeleton, TextSkeleton } from '~/ui/skeleton';
import { EmptyThread } from './empty-thread';
import { JumpToNewest } from './jump-to-newest';
import { KeyHint } from './key-hint';
import { findChoice, type Choice } from './model-choice';
import type { PlaygroundProps } from './playground';
import { Thread } from './thread';
import type { TurnActions } from './turn-view';
import type { ComposerState } from './use-composer';
import type { SendSettings } from './use-send-settings';
import type { ThreadState } from './use-thread';

type Props = Pick<PlaygroundProps, 'providers' | 'maySetUpProviders' | 'freeSendsPerDay' | 'timezone'> & {
  settings: SendSettings;
  composer: ComposerState;
  thread: ThreadState;
  turnActions: Omit<TurnActions, 'onRemedy'>;
  isSending: boolean;
  choice: Choice;
  onOpenLimits: () => void;
};

/** The thread, or what stands in its place while there is none, with what has to be said above it. */
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
      {/* What this browser has kept is known only to its scripts. */}
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

type GoneModelProps = { gone: GoneModel; inUse: Choice; onDismiss: () => void };

/** For whoever had chosen a model that is gone: what answers instead, until another one is chosen. */
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
