import { TurnView, type TurnActions } from './turn-view';
import { promptOf, type Turn } from './turns';

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
          // What is out of sight is not laid out: a thread may have thousands.
          <li key={turn.key} className="[contain-intrinsic-size:auto_320px] [content-visibility:auto]">
            <TurnView
              turn={turn}
              isGivenBack={turn.state === 'failed' && promptOf(turn) === draft}
              {...rest}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
