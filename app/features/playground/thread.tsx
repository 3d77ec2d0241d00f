import type { ListedProvider } from '~/features/completions/index.server';
import { TurnView } from './turn-view';
import type { Turn } from './turns';

type Props = {
  turns: readonly Turn[];
  providers: readonly ListedProvider[];
  freeSendsPerDay: number;
  onRetry: (turn: Turn) => void;
  onReuse: (prompt: string) => void;
  onRemove: (key: string) => void;
};

/** Newest message first, each reply after its message. */
export function Thread({ turns, providers, ...rest }: Props) {
  return (
    <ol aria-label="Thread, newest first" className="flex max-w-215 flex-col gap-9">
      {turns.map((turn) => (
        <li key={turn.key}>
          <TurnView
            turn={turn}
            isDemo={providers.some(({ provider, isDemo }) => isDemo && provider === turn.request.provider)}
            {...rest}
          />
        </li>
      ))}
    </ol>
  );
}
