import { TurnView, type TurnActions } from './turn-view';
import type { Turn } from './turns';

type Props = TurnActions & {
  turns: readonly Turn[];
  draft: string;
  freeSendsPerDay: number;
  timezone: string;
  isSending: boolean;
};

/** Newest message first, each reply after its message. */
export function Thread({ turns, draft, ...rest }: Props) {
  return (
    <div className="max-w-215">
      <p className="mb-4 text-xs text-ink-3">Newest first</p>
      <ol aria-label="Thread, newest first" className="flex flex-col gap-9">
        {turns.map((turn) => (
          <li key={turn.key}>
            <TurnView
              turn={turn}
              isGivenBack={turn.state === 'failed' && turn.request.prompt === draft}
              {...rest}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
