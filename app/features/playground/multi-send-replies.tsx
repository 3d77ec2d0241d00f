import { useEffect, useRef } from 'react';
import { restore } from '~/features/send-review';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
import { microUsdFromUsd } from '~/ui/format-money';
import { Markdown } from '~/ui/markdown/markdown';
import { Money } from '~/ui/money';
import { Dialog } from '~/ui/overlay/dialog';
import { ScrollRegion } from '~/ui/scroll-region';
import { FailureNotice } from './failure-notice';
import { Ending } from './reply-facts';
import type { MultiSend } from './state';
import { promptOf, totalsOf, type Turn } from './turns';
import { Waiting } from './waiting';

export type MultiSendRepliesProps = {
  multiSend: MultiSend;
  onRetry: (failed: Turn) => void;
  onCancelQueue: () => void;
  onDismiss: () => void;
  onClose: () => void;
};

/** The replies of a multi-send side by side, as they arrive. They also appear in the thread. */
export function MultiSendReplies({ multiSend, onClose, ...props }: MultiSendRepliesProps) {
  const { replies, isRunning } = multiSend;
  const isAnyWaiting = replies.some(({ isWaiting }) => isWaiting);
  const totals = totalsOf(replies.map(({ turn }) => turn));
  const done = replies.filter(({ turn }) => turn.state === 'done').length;
  const doneButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focused button (“Don’t send the rest” or Retry) may have disappeared.
    if (document.activeElement === document.body) doneButton.current?.focus();
  }, [isAnyWaiting, isRunning, done]);
  const prompt = replies[0] && promptOf(replies[0].turn).slice(0, 400);
  return (
    <Dialog
      isOpen
      size="l"
      onOpenChange={onClose}
      title="Multi-send"
      description={
        prompt && (
          <span title={prompt} className="line-clamp-2">
            {prompt}
          </span>
        )
      }
      footer={
        <>
          <span className="num mr-auto self-center text-s text-ink-2" role="status">
            {done} of {replies.length} answered ·{' '}
            <Money use="exact" microUsd={microUsdFromUsd(totals.costUsd)} />
          </span>
          {isAnyWaiting ? <Button onClick={props.onCancelQueue}>Don’t send the rest</Button> : null}
          {isRunning ? null : <Button onClick={props.onDismiss}>New multi-send</Button>}
          <Button ref={doneButton} variant="primary" onClick={onClose}>
            {isRunning ? 'Continue in background' : 'Done'}
          </Button>
        </>
      }
    >
      <ul className="grid gap-px overflow-hidden rounded-2 border border-line bg-line sm:grid-cols-2 sm:[&>li:last-child:nth-child(odd)]:col-span-2">
        {replies.map(({ turn, isWaiting }) => (
          <li
            key={turn.key}
            className="flex min-w-0 flex-col gap-2 bg-surface p-3.5"
            aria-label={turn.modelName}
          >
            <div className="flex min-h-7 items-center justify-between gap-2">
              <h3 className="text-s font-semibold">{turn.modelName}</h3>
              {turn.reply ? <CopyButton text={restore(turn.reply.text, turn.redactions)} /> : null}
            </div>
            {isWaiting ? (
              <p className="text-s text-ink-3">Waiting for the previous model</p>
            ) : (
              <Waiting turn={turn} />
            )}
            {turn.text === '' ? null : (
              <ScrollRegion label={`Reply from ${turn.modelName}`} className="max-h-100 overflow-y-auto">
                <Markdown text={restore(turn.text, turn.redactions)} />
              </ScrollRegion>
            )}
            {turn.failure ? (
              <FailureNotice
                failure={turn.failure}
                replacement={undefined}
                onRetry={() => props.onRetry(turn)}
              />
            ) : null}
            {turn.reply ? <Ending reply={turn.reply} /> : null}
            {turn.reply ? (
              <p className="num mt-auto text-xs text-ink-3">
                <Money use="exact" microUsd={microUsdFromUsd(turn.reply.usage.costUsd)} /> ·{' '}
                {turn.reply.usage.outputTokens} tokens out
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
