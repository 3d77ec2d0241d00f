import { useEffect, useRef, useState } from 'react';
import { callApi, ApiError } from '~/core/browser/call-api';
import { newKey } from '~/core/browser/new-key';
import {
  optimizeResponseSchema,
  type OptimizeRequestInput,
  type OptimizeResponse,
} from '~/features/completions';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { formatCount } from '~/ui/format-count';
import { microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { showToast } from '~/ui/overlay/toast';
import { TextSkeleton } from '~/ui/skeleton';
import { Diff } from '~/ui/word-diff';
import { failureOf, type Failure } from './failure';
import type { Choice } from './model-choice';
import { isGatewayError, requestStop } from './send-prompt';

type Props = {
  prompt: string;
  choice: Choice;
  doNotStore: boolean;
  freePerDay: number;
  onClose: () => void;
  /** Called after a charge or a free use. */
  onSettled: () => void;
  onAccept: (prompt: string) => void;
};

/** Shows an improved prompt beside the original. It is requested and charged once, and used only if accepted. */
export function OptimizeDialog({ prompt, choice, doNotStore, ...props }: Props) {
  const { reply, failure, isLost, retry, stop } = useOptimize(
    { prompt, choice, doNotStore },
    props.onSettled,
  );
  const isWaiting = !reply && !failure;
  const close = () => {
    if (isWaiting) stop();
    props.onClose();
  };
  /** Closing by Escape or a click outside may be an accident, so the paid result can be restored for a while. */
  const dismiss = () => {
    close();
    if (!reply?.isComplete || reply.prompt === prompt) return;
    const onAction = () => props.onAccept(reply.prompt);
    showToast('info', 'Your prompt hasn’t changed.', { action: { label: 'Use optimized prompt', onAction } });
  };
  return (
    <Dialog
      isOpen
      size="m"
      onOpenChange={dismiss}
      title="Optimize"
      description={
        isWaiting
          ? `${choice.model.displayName} is working on your prompt. It costs the same as any request this long.`
          : 'Nothing changes until you accept. You can undo it afterward.'
      }
      footer={
        <>
          <Button onClick={close}>{isWaiting ? 'Cancel' : 'Keep my prompt'}</Button>
          {failure ? (
            <Button variant="primary" onClick={retry}>
              Try again
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={!reply?.isComplete || reply.prompt === prompt}
              onClick={() => reply && props.onAccept(reply.prompt)}
            >
              Use this prompt
            </Button>
          )}
        </>
      }
    >
      <div aria-live="polite" className="flex flex-col gap-3">
        {isWaiting ? <TextSkeleton className="py-1" /> : null}
        {failure ? <OptimizeFailure failure={failure} isLost={isLost} /> : null}
        {reply ? <Result before={prompt} reply={reply} freePerDay={props.freePerDay} /> : null}
      </div>
    </Dialog>
  );
}

function Result({
  before,
  reply,
  freePerDay,
}: {
  before: string;
  reply: OptimizeResponse;
  freePerDay: number;
}) {
  const { usage } = reply;
  return (
    <>
      {reply.isComplete ? null : (
        <Notice tone="warn">The improved prompt was cut off. Your prompt hasn’t changed.</Notice>
      )}
      {reply.restoredVariables.length > 0 ? (
        <Notice>
          The model left out {reply.restoredVariables.join(', ')}. You’ll find{' '}
          {reply.restoredVariables.length === 1 ? 'it' : 'them'} at the end.
        </Notice>
      ) : null}
      <Diff before={before} after={reply.prompt} />
      <p className="num text-xs text-ink-3">
        {reply.isFree ? (
          `Free, ${String(reply.freeOptimizationsToday)} of ${String(freePerDay)} optimizations today`
        ) : (
          <>
            <Money use="estimate" charged={microUsdFromCents(reply.costCents)} /> charged to your balance
          </>
        )}{' '}
        · {formatCount(usage.inputTokens)} in · {formatCount(usage.outputTokens)} out
      </p>
    </>
  );
}

function OptimizeFailure({ failure, isLost }: { failure: Failure; isLost: boolean }) {
  return (
    <Notice
      tone="bad"
      title={failure.message}
      actions={
        failure.remedy === 'top-up' ? (
          <ButtonLink to="/top-up" size="s">
            See packages
          </ButtonLink>
        ) : undefined
      }
    >
      {isLost ? 'Try again to get the same reply. You’ll only pay once.' : failure.detail}
    </Notice>
  );
}

const LOST: Failure = { message: 'The connection was lost before the reply arrived.' };

function useOptimize(
  { prompt, choice, doNotStore }: Pick<Props, 'prompt' | 'choice' | 'doNotStore'>,
  onSettled: () => void,
) {
  const [reply, setReply] = useState<OptimizeResponse>();
  const [failure, setFailure] = useState<Failure>();
  const [key, setKey] = useState(newKey);
  const [attempt, setAttempt] = useState(1);
  const begun = useRef(0);
  const request = useRef<OptimizeRequestInput>({
    provider: choice.provider.provider,
    model: choice.model.model,
    prompt,
    doNotStoreContent: doNotStore,
  });
  const settled = useRef(onSettled);
  settled.current = onSettled;
  useEffect(() => {
    if (begun.current === attempt) return;
    begun.current = attempt;
    void ask(key, request.current).then((outcome) => {
      if ('prompt' in outcome) setReply(outcome);
      else setFailure(outcome);
      settled.current();
    });
  }, [key, attempt]);
  const isLost = failure === LOST;
  return {
    reply,
    failure,
    isLost,
    retry: () => {
      setFailure(undefined);
      // Retrying a reply that was lost in transit uses the same key; anything else needs a new one.
      if (!isLost) setKey(newKey());
      setAttempt(attempt + 1);
    },
    stop: () => {
      requestStop(key);
    },
  };
}

async function ask(key: string, body: object): Promise<OptimizeResponse | Failure> {
  try {
    const headers = { 'X-Idempotency-Key': key };
    return await callApi('/api/ai/optimize', optimizeResponseSchema, { body, headers });
  } catch (error) {
    // It may still be in flight; a request with another key would be charged again.
    if (!(error instanceof ApiError) || isGatewayError(error) || error.code === 'in_flight') return LOST;
    if (error.status === 401 || error.status === 403)
      return { message: 'Optimize is available for signed-in users with access.' };
    return failureOf(error);
  }
}
