import { useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { Dialog } from '~/ui/overlay/dialog';
import type { Validation } from '../index.server';
import type { TextCheck } from './check-text';
import { EstimateFacts } from './estimate-facts';
import { execute, validateOnServer, type RunRequest } from './script-api';

type Props = {
  check: TextCheck;
  request: RunRequest;
  /** Asked anew it is the same run. */
  requestKey: string;
  onClose: () => void;
  onStarted: (executionId: string | undefined) => void;
  onFailed: (message: string) => void;
};

/** The question before a run: what it will cost at least and at most, and which lines it leaves out. */
export function ExecuteDialog({ check, request, requestKey, onClose, onStarted, onFailed }: Props) {
  const [validation, setValidation] = useState<Validation>();
  const [problem, setProblem] = useState<string>();
  const [isStarting, setIsStarting] = useState(false);
  const { scriptContent } = request;
  useEffect(() => {
    const controller = new AbortController();
    validateOnServer(scriptContent, controller.signal)
      .then(setValidation)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setProblem(messageOf(error));
      });
    return () => controller.abort();
  }, [scriptContent]);

  const start = async () => {
    setIsStarting(true);
    try {
      onStarted((await execute(request, requestKey)).executionId);
    } catch (error) {
      onFailed(messageOf(error));
    }
  };
  const unknown = check.diagnostics.filter(({ message }) => message.startsWith('Unknown command'));
  return (
    <Dialog
      isOpen
      isLocked={isStarting}
      onOpenChange={onClose}
      title="Execute BAIQL?"
      description={`Batch Type: ${check.batchType ?? '–'}. This may incur AI cost. Continue?`}
      footer={
        <>
          <Button onClick={onClose} disabled={isStarting}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={!validation && problem === undefined}
            isBusy={isStarting}
            onClick={() => void start()}
          >
            Execute
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-s">
        {validation ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
            <EstimateFacts validation={validation} />
          </dl>
        ) : problem === undefined ? (
          <p role="status" className="text-ink-2">
            Working out what it will cost…
          </p>
        ) : (
          <Notice tone="warn">The cost could not be worked out: {problem}</Notice>
        )}
        {validation?.problems.map((each) => (
          <Notice key={each} tone="bad">
            {each}
          </Notice>
        ))}
        {unknown.length > 0 ? (
          <Notice tone="warn" title="These lines are not understood and will be left out">
            <ul>
              {unknown.map(({ message, range: { start } }) => (
                <li key={start.offset}>
                  Line {start.line}: {message}
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'Try again.');
