import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { Notice } from '~/ui/notice';
import type { Failure } from './failure';

type Props = {
  failure: Failure;
  /** The model that takes the place of one that is gone. */
  replacement: { name: string; onUse: () => void } | undefined;
  onRetry: (() => void) | undefined;
  onRemove?: () => void;
};

/** Failures that money, not another try, mends. */
const NEEDS_MONEY = new Set(['free_daily_limit', 'free_model_restricted', 'insufficient_funds', 'in_debt']);

export function FailureNotice({ failure, replacement, onRetry, onRemove }: Props) {
  const { message, detail, code, isSignedOut, needsChange } = failure;
  return (
    <Notice
      tone="bad"
      title={message}
      actions={
        <>
          {isSignedOut ? (
            <ButtonLink to="/login?returnTo=%2Fai&reason=session_ended" size="s">
              Sign in
            </ButtonLink>
          ) : null}
          {code !== undefined && NEEDS_MONEY.has(code) ? (
            <ButtonLink to="/top-up" size="s">
              See packages
            </ButtonLink>
          ) : null}
          {replacement ? (
            <Button size="s" onClick={replacement.onUse}>
              Use {replacement.name} instead
            </Button>
          ) : null}
          {onRetry && !needsChange && !isSignedOut ? (
            <Button size="s" onClick={onRetry}>
              Retry
            </Button>
          ) : null}
          {onRemove ? (
            <Button size="s" variant="ghost" onClick={onRemove}>
              Remove
            </Button>
          ) : null}
        </>
      }
    >
      {detail}
    </Notice>
  );
}
