import { TextSkeleton } from '~/ui/skeleton';
import { describeCost } from './reply-facts';
import { isPending, type Turn } from './turns';

const LABELS: Record<Turn['state'], string> = {
  sending: 'Sending',
  streaming: 'The reply is being written',
  stopping: 'Stopping',
  lost: 'Connection lost. Looking for the reply…',
  done: 'The reply is complete',
  failed: '',
};

const CUT_SHORT = 'The reply ended early';
const KEPT = 'Connection lost. The reply is kept on the server and will appear here.';

/** Placeholder of a reply: skeleton lines, a caret, and a status for screen readers. */
export function Waiting({ turn }: { turn: Turn }) {
  const isWriting = turn.text !== '';
  const words = labelFor(turn);
  return (
    <>
      <p role="status" className={turn.state === 'lost' ? 'text-s text-ink-2' : 'sr-only'}>
        {words === '' ? null : (
          <>
            <span className="sr-only">{turn.modelName}: </span>
            {words}
          </>
        )}
      </p>
      {isPending(turn) && !isWriting ? <TextSkeleton className="py-1.5" /> : null}
      {isPending(turn) && isWriting ? (
        <span aria-hidden="true" className="mt-1 block h-4 w-1.75 animate-wait rounded-[1px] bg-accent" />
      ) : null}
    </>
  );
}

function labelFor({ state, hasStarted, reply }: Turn): string {
  if (state === 'lost' && hasStarted) return KEPT;
  if (!reply) return LABELS[state];
  return `${reply.finishReason === 'stop' ? LABELS[state] : CUT_SHORT}: ${describeCost(reply)}`;
}
