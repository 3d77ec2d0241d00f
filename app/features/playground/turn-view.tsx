import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Markdown } from '~/ui/markdown';
import { CopyButton } from './copy-button';
import { FailureNotice } from './failure-notice';
import { ReplyFacts } from './reply-facts';
import { isPending, type Turn } from './turns';
import { Waiting } from './waiting';

type Props = {
  turn: Turn;
  isDemo: boolean;
  freeSendsPerDay: number;
  onRetry: (turn: Turn) => void;
  onReuse: (prompt: string) => void;
  onRemove: (key: string) => void;
};

export function TurnView({ turn, isDemo, freeSendsPerDay, onRetry, onReuse, onRemove }: Props) {
  const { request, text, reply, failure, modelName } = turn;
  return (
    <article
      aria-label={`Message to ${modelName}`}
      aria-busy={isPending(turn)}
      className="flex flex-col gap-4"
    >
      <div className="max-w-[85%] self-end rounded-3 rounded-br-[4px] bg-sunken px-3.5 py-2.5">
        <span className="sr-only">You: </span>
        {request.prompt === '' ? (
          <p className="text-ink-2 italic">This prompt was not stored.</p>
        ) : (
          <p className="max-h-80 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{request.prompt}</p>
        )}
      </div>
      <div className="min-w-0">
        <div className="mb-1.5 flex items-center gap-2 text-xs font-medium text-ink-3">
          {modelName}
          {isDemo ? <Badge tone="warn">DEMO</Badge> : null}
        </div>
        {text === '' ? null : <Markdown text={text} />}
        <Waiting turn={turn} />
        {failure ? (
          <FailureNotice
            failure={failure}
            onRetry={request.prompt === '' ? undefined : () => onRetry(turn)}
            onRemove={() => onRemove(turn.key)}
          />
        ) : null}
        {reply ? (
          <ReplyFacts reply={reply} freeSendsPerDay={freeSendsPerDay}>
            <CopyButton text={reply.text} />
            {request.prompt === '' ? null : (
              <Button variant="ghost" size="s" onClick={() => onReuse(request.prompt)}>
                Edit prompt
              </Button>
            )}
          </ReplyFacts>
        ) : null}
      </div>
    </article>
  );
}
