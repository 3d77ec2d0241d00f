import { useState } from 'react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { NumberField } from '~/ui/form/number-field';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { formatCount } from '~/ui/format-count';
import { formatCost } from '~/ui/format-money';
import { FormDialog } from '~/ui/overlay/form-dialog';
import { isActiveRun, type RunView } from '../runs/responses';
import type { RunCalls } from './run-api';
import type { LiveRun } from './use-live-run';
import { useRunChange } from './use-run-change';

interface Props {
  calls: RunCalls;
  live: Pick<LiveRun, 'run' | 'take'>;
  costLimitUsd: number | null;
}

type Busy = 'cancel' | 'resume' | 'retry' | null;

/** Buttons for a run in its current state; the one that continues it is the primary action. */
export function RunActions({ calls, live, costLimitUsd }: Props) {
  const { run } = live;
  const [busy, setBusy] = useState<Busy>(null);
  const [asksLimit, setAsksLimit] = useState(false);
  useFocusAfter(busy !== null);
  const change = useRunChange(calls, live);

  async function act(which: Busy, call: () => Promise<RunView>): Promise<void> {
    setBusy(which);
    if (await change(call)) setAsksLimit(false);
    setBusy(null);
  }
  const isStoppedByCost = run.reason === 'cost-limit';
  // The last requests of a canceled run are settled before it can continue.
  const isEnding = run.inFlight !== undefined;
  return (
    <>
      <ButtonLink to="/baiql">Back to Editor</ButtonLink>
      <Button
        onClick={() => void act('cancel', calls.cancel)}
        isBusy={busy === 'cancel'}
        disabled={!isActiveRun(run)}
      >
        Cancel
      </Button>
      {run.canRetryFailed ? (
        <Button
          onClick={() => void act('retry', calls.retryFailed)}
          isBusy={busy === 'retry'}
          disabled={isActiveRun(run) || isEnding}
        >
          Retry failed only
        </Button>
      ) : null}
      {run.canResume ? (
        <Button
          variant="primary"
          isBusy={busy === 'resume'}
          disabled={isEnding}
          onClick={() => (isStoppedByCost ? setAsksLimit(true) : void act('resume', () => calls.resume()))}
        >
          {run.reason === 'trial' ? continueLabel(run) : isStoppedByCost ? 'Resume…' : 'Resume'}
        </Button>
      ) : null}
      {asksLimit ? (
        <LimitDialog
          run={run}
          costLimitUsd={costLimitUsd}
          isBusy={busy === 'resume'}
          onClose={() => setAsksLimit(false)}
          onResume={(limit) => void act('resume', () => calls.resume({ costLimitUsd: limit }))}
        />
      ) : null}
    </>
  );
}

function continueLabel({ remaining }: RunView): string {
  return remaining === null ? 'Continue with the rest' : `Continue with the other ${formatCount(remaining)}`;
}

interface LimitProps {
  run: RunView;
  costLimitUsd: number | null;
  isBusy: boolean;
  onClose: () => void;
  onResume: (costLimitUsd: number) => void;
}

/** Resumes a run stopped by its cost limit with a higher limit. */
function LimitDialog({ run, costLimitUsd, isBusy, onClose, onResume }: LimitProps) {
  const [limit, setLimit] = useState<number | null>(costLimitUsd === null ? null : costLimitUsd * 2);
  const [error, setError] = useState<string>();
  const spentUsd = (run.costMicroUsd ?? 0) / 1_000_000;
  function submit(): void {
    if (limit === null || limit <= spentUsd)
      setError(`Enter more than the ${formatCost(run.costMicroUsd ?? 0)} spent so far.`);
    else onResume(limit);
  }
  return (
    <FormDialog
      title="Resume with a new cost limit"
      description={`${formatCost(run.costMicroUsd ?? 0)} is spent so far. Completed work is saved.`}
      submitLabel="Resume"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberField
        label="Cost limit for the entire run"
        prefix="$"
        decimals={2}
        step={0.5}
        min={0}
        value={limit}
        onValueChange={(value) => {
          setLimit(value);
          setError(undefined);
        }}
        error={error}
      />
    </FormDialog>
  );
}
