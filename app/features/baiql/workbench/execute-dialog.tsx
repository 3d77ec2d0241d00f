import { useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import { formatCost, microUsdFromCents } from '~/ui/format-money';
import { messageOf } from '~/core/browser/call-api';
import type { TextCheck } from './text-check';
import { EstimateFacts } from './estimate-facts';
import { EstimateProgress } from './estimate-progress';
import { execute, type RunRequest } from './script-api';
import { useEstimate } from './use-estimate';

type Props = {
  check: TextCheck;
  request: RunRequest;
  /** Idempotency key of the run. */
  requestKey: string;
  onClose: () => void;
  onStarted: (executionId: string | undefined) => void;
  onFailed: (message: string) => void;
};

/** Confirms a run, with its minimum and maximum cost and doubtful lines. */
export function ExecuteDialog({ check, request, requestKey, onClose, onStarted, onFailed }: Props) {
  const { estimate, begin } = useEstimate();
  const [isStarting, setIsStarting] = useState(false);
  const { scriptContent, first } = request;
  useEffect(() => begin(scriptContent, first), [begin, scriptContent, first]);

  const start = async () => {
    setIsStarting(true);
    try {
      const estimated = estimate.kind === 'done' ? { estimateId: estimate.estimateId } : {};
      onStarted((await execute({ ...request, ...estimated }, requestKey)).executionId);
    } catch (error) {
      onFailed(messageOf(error));
    }
  };
  const { problems, notes } = estimate.kind === 'done' ? estimate.validation : NOTHING_SAID;
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
          <Button
            variant="primary"
            disabled={estimate.kind === 'under-way' || estimate.kind === 'none' || problems.length > 0}
            isBusy={isStarting}
            onClick={() => void start()}
          >
            {first === undefined ? 'Execute' : `Try ${String(first)} rows`}
          </Button>
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
        {estimate.kind === 'done' ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
            <EstimateFacts validation={estimate.validation} />
          </dl>
        ) : null}
        {estimate.kind === 'done' && estimate.validation.balanceLimitCents !== null ? (
          <Notice tone="warn">
            This could cost more than your balance of{' '}
            {formatCost(microUsdFromCents(estimate.validation.balanceLimitCents))}. The run stops before that,
            keeps what is done, and can be resumed.
          </Notice>
        ) : null}
        {problems.map((problem) => (
          <Notice key={problem} tone="bad">
            {problem}
          </Notice>
        ))}
        {notes.map((note) => (
          <Notice key={note} tone="warn">
            {note}
          </Notice>
        ))}
        <RunWarnings check={check} />
      </div>
    </Dialog>
  );
}

const NOTHING_SAID = { problems: [], notes: [] };

const UNKNOWN_COMMAND = 'BQ201';
const MAX_LINES = 5;

/** Issues that don't prevent a run but may waste money: missing lines and warnings. */
function RunWarnings({ check }: { check: TextCheck }) {
  const warnings = check.diagnostics.filter(({ severity }) => severity === 'warning');
  return (
    <>
      <Lines
        title="These lines weren’t recognized and will be skipped"
        warnings={warnings.filter(({ code }) => code === UNKNOWN_COMMAND)}
      />
      <Lines
        title="These lines may not do what you meant"
        warnings={warnings.filter(({ code }) => code !== UNKNOWN_COMMAND)}
      />
    </>
  );
}

function Lines({ title, warnings }: { title: string; warnings: TextCheck['diagnostics'] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title={title}>
      <ul>
        {warnings.slice(0, MAX_LINES).map(({ message, range: { start } }) => (
          <li key={`${start.offset} ${message}`}>
            Line {start.line}: {message}
          </li>
        ))}
        {warnings.length > MAX_LINES ? <li>… and {warnings.length - MAX_LINES} more</li> : null}
      </ul>
    </Notice>
  );
}
