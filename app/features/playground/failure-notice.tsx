import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { Notice } from '~/ui/notice';
import type { Failure, Remedy } from './failure';

type Props = {
  failure: Failure;
  /** The replacement of a retired model. */
  replacement: { name: string; onUse: () => void } | undefined;
  onRetry: (() => void) | undefined;
  onRemove?: () => void;
  /** Called for a remedy on this page. */
  onRemedy?: ((remedy: PageRemedy) => void) | undefined;
};

/** A remedy on this page rather than a link to another. */
export type PageRemedy = Exclude<Remedy, 'top-up'>;
const PAGE_REMEDIES: Readonly<Record<PageRemedy, string>> = {
  limits: 'Open limits',
  'work-mode': 'Switch to Work',
};

export function FailureNotice({ failure, replacement, onRetry, onRemove, onRemedy }: Props) {
  const { message, detail, remedy, isSignedOut, needsChange } = failure;
  return (
    <Notice
      tone="bad"
      title={message}
      actions={
        <>
          {isSignedOut ? (
            <ButtonLink to="/login?returnTo=%2Fai&reason=session_ended" size="s">
              Login
            </ButtonLink>
          ) : null}
          {remedy === 'top-up' ? (
            <ButtonLink to="/top-up" size="s">
              See packages
            </ButtonLink>
          ) : null}
          {remedy !== undefined && remedy !== 'top-up' && onRemedy ? (
            <Button size="s" onClick={() => onRemedy(remedy)}>
              {PAGE_REMEDIES[remedy]}
            </Button>
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
