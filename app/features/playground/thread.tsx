import { memo, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { Choice } from './model-choice';
import { Button } from '~/ui/button';
import { showToast } from '~/ui/overlay/toast';
import type { VersionPlace } from '~/features/sessions';
import { TurnView, type TurnActions } from './turn-view';
import { turnId } from './use-thread';
import { isPromptRestored, type Turn } from './turns';

type Props = TurnActions & {
  turns: readonly Turn[];
  places: ReadonlyMap<string, VersionPlace>;
  onLoadOlder: (() => Promise<void>) | null;
  draft: string;
  freeSendsPerDay: number;
  timezone: string;
  /** Free models cost nothing for this account. */
  sendsFree: boolean;
  maxOutputTokens: number;
  isSending: boolean;
  /** The turn's model, if still listed. */
  modelOf: (turn: Turn) => Choice['model'] | undefined;
  /** The replacement of a retired model. */
  replacementFor: (turn: Turn) => Choice | undefined;
};

/** Newest message first, each reply after its message. */
export function Thread({ turns, places, onLoadOlder, draft, modelOf, replacementFor, ...props }: Props) {
  const { freeSendsPerDay, timezone, sendsFree, maxOutputTokens, isSending, ...actions } = props;
  const stable = useStableActions(actions);
  const shown = useGradually(turns.length);
  return (
    <div className="max-w-215">
      <p className="mb-4 text-xs text-ink-3">Newest first</p>
      <ol aria-label="Thread, newest first" className="flex flex-col gap-9">
        {turns.slice(0, shown).map((turn) => (
          // Skips layout of turns out of view: a thread may have thousands.
          <li
            key={turn.key}
            id={turnId(turn.key)}
            className="[contain-intrinsic-size:auto_320px] [content-visibility:auto]"
          >
            <MemoizedTurn
              turn={turn}
              place={places.get(turn.key)}
              isPromptRestored={isPromptRestored(turn, draft)}
              model={modelOf(turn)}
              replacement={turn.failure && replacementFor(turn)}
              {...{ freeSendsPerDay, timezone, sendsFree, maxOutputTokens, isSending }}
              {...stable}
            />
          </li>
        ))}
      </ol>
      {onLoadOlder && shown >= turns.length ? <OlderMessages onLoad={onLoadOlder} /> : null}
    </div>
  );
}

function OlderMessages({ onLoad }: { onLoad: () => Promise<void> }) {
  const [isLoading, setIsLoading] = useState(false);
  const load = async () => {
    setIsLoading(true);
    await onLoad().catch(() => showToast('error', 'Older messages couldn’t be loaded. Try again.'));
    setIsLoading(false);
  };
  return (
    <Button className="mt-9" isBusy={isLoading} onClick={() => void load()}>
      Show older messages
    </Button>
  );
}

/** Typing changes no turn, and a delta changes one. */
const MemoizedTurn = memo(TurnView);

/** Stable functions that call the latest actions. */
function useStableActions(actions: TurnActions): TurnActions {
  const latest = useRef(actions);
  latest.current = actions;
  return useMemo(
    () => ({
      onReplaceModel: (turn, replacement) => latest.current.onReplaceModel(turn, replacement),
      onRetry: (turn) => latest.current.onRetry(turn),
      onContinue: (turn) => latest.current.onContinue(turn),
      onRegenerate: (turn) => latest.current.onRegenerate(turn),
      onShowVersion: (first, key) => latest.current.onShowVersion(first, key),
      onEdit: (turn) => latest.current.onEdit(turn),
      onRemove: (key) => latest.current.onRemove(key),
      onRemedy: (remedy) => latest.current.onRemedy(remedy),
    }),
    [],
  );
}

const TURNS_PER_RENDER = 40;

/** Renders a long list gradually: the first items at once, the rest when the browser is idle. */
function useGradually(count: number): number {
  const [shown, setShown] = useState(TURNS_PER_RENDER);
  useEffect(() => {
    if (shown >= count) return;
    const timer = setTimeout(() => startTransition(() => setShown(shown + TURNS_PER_RENDER)));
    return () => clearTimeout(timer);
  }, [shown, count]);
  return shown;
}
