import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import type { SessionFailure } from './session-api';

type Props = { failure: SessionFailure | undefined; onRetry?: () => void };

/** The failed action, and the server's message. */
export function FailureNotice({ failure, onRetry }: Props) {
  if (!failure) return null;
  return (
    <Notice
      tone="bad"
      title={failure.message}
      actions={
        onRetry ? (
          <Button size="s" onClick={onRetry}>
            Try again
          </Button>
        ) : undefined
      }
    >
      {failure.detail}
    </Notice>
  );
}
