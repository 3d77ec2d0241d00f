import { Notice } from '~/ui/notice';
import type { SessionFailure } from './session-api';

/** What was not done, and what the server said of it. */
export function FailureNotice({ failure }: { failure: SessionFailure | undefined }) {
  if (!failure) return null;
  return (
    <Notice tone="bad" title={failure.message}>
      {failure.detail}
    </Notice>
  );
}
