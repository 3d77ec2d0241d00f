import type { Diagnostic, Fix } from '@promptwell/baiql-lang';
import { useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { formatCost, microUsdFromCents } from '~/ui/format-money';
import type { TextCheck } from './text-check';
import { EarlierAnswers, type Answers } from './earlier-answers';
import { EstimateFacts } from './estimate-facts';
import { EstimateProgress } from './estimate-progress';
import { execute, type RunAttempt, type RunRequest } from './script-api';
import { RunWarnings, withoutDoubts } from './run-warnings';
import { useEstimate } from './use-estimate';

type Props = {
  check: TextCheck;
  request: RunRequest;
  attempt: RunAttempt;
  timezone: string;
  onClose: () => void;
  /** Applies a fix of the script, and asks again. */
  onChoose: (issue: Diagnostic, fix: Fix) => void;
  onStarted: (executionId: string | undefined) => void;
  /** `reuse`: what the request said. */
  onFailed: (error: unknown, reuse: boolean) => void;
};

/** Confirms a run, with its minimum and maximum cost and doubtful lines. */
export function ExecuteDialog({
  check,
  request,
  attempt,
  timezone,
  onClose,
  onChoose,
  onStarted,
  onFailed,
}: Props) {
  const { estimate, begin } = useEstimate();
  const [isStarting, setIsStarting] = useState(false);
  const [answers, setAnswers] = useState<Answers>('reuse');
  const { scriptContent, first } = request;
  useEffect(() => begin(scriptContent, first), [begin, scriptContent, first]);

  const validation = estimate.kind === 'done' ? estimate.validation : null;
  const { problems, notes, answered } = validation ?? NOTHING_FOUND;
  const isRepeat = attempt.reuse !== null;
  // The run in progress may be the one that the repeated request started.
  const underWay = isRepeat ? null : (validation?.underWay ?? null);
  const reuse = attempt.reuse ?? (answered !== null && answers === 'reuse');

  const start = async () => {
    setIsStarting(true);
    try {
      const estimated = estimate.kind === 'done' ? { estimateId: estimate.estimateId } : {};
      onStarted((await execute({ ...request, ...estimated, reuse }, attempt.key)).executionId);
    } catch (error) {
      onFailed(error, reuse);
    }
  };
  return (
    <Dialog
      isOpen
      isLocked={isStarting}
      onOpenChange={onClose}
      title={first === undefined ? 'Execute BAIQL?' : `Try ${String(first)} rows?`}
      description={`Batch Type: ${check.batchType ?? '–'}. This may incur AI cost. Continue?`}
      footer={
        <>
          <Button onClick={onClose} disabled={isStarting}>
            Cancel
          </Button>
          {underWay === null ? (
            <Button
              variant="primary"
              disabled={estimate.kind === 'under-way' || estimate.kind === 'none' || problems.length > 0}
              isBusy={isStarting}
              onClick={() => void start()}
            >
              {first === undefined ? 'Execute' : `Try ${String(first)} rows`}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => onStarted(underWay)}>
              Show that run
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 text-s">
        {first === undefined ? null : (
          <p className="text-ink-2">
            The first {first} of each batch are sent for real, so you can read the replies before the rest.
            You can continue with the others afterward; you won’t pay twice.
          </p>
        )}
        {estimate.kind === 'under-way' ? <EstimateProgress progress={estimate.progress} /> : null}
        {estimate.kind === 'failed' ? (
          <Notice tone="warn">The cost couldn’t be estimated. {estimate.message}</Notice>
        ) : null}
        {validation ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
            <EstimateFacts validation={validation} />
          </dl>
        ) : null}
        {underWay === null ? null : <Notice tone="warn">This script is already running.</Notice>}
        {isRepeat ? (
          <Notice tone="warn">
            Your last request got no response. If it started a run, you’ll see that run; you won’t pay twice.
          </Notice>
        ) : null}
        {validation && underWay === null && !isRepeat ? (
          <EarlierAnswers validation={validation} timezone={timezone} value={answers} onChange={setAnswers} />
        ) : null}
        {validation && validation.balanceLimitCents !== null ? (
          <Notice tone="warn">
            This could cost more than your balance of{' '}
            {formatCost(microUsdFromCents(validation.balanceLimitCents))}. The run stops before that, keeps
            what is done, and can be resumed.
          </Notice>
        ) : null}
        {problems.map((problem) => (
          <Notice key={problem} tone="bad">
            {problem}
          </Notice>
        ))}
        {withoutDoubts(notes, check).map((note) => (
          <Notice key={note} tone="warn">
            {note}
          </Notice>
        ))}
        <RunWarnings check={check} onChoose={onChoose} />
      </div>
    </Dialog>
  );
}

const NOTHING_FOUND = { problems: [], notes: [], answered: null };
