import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { Notice } from '~/ui/notice';

type Props = {
  /** Shown if the text doesn't exist. */
  missing?: { title: string; to: string; label: string };
  retryLabel?: string;
};

/** Error boundary of a docs tab; tabs and search stay. */
export function DocsErrorBoundary({
  missing = { title: 'Page not found', to: '/docs', label: 'All docs' },
  retryLabel = 'Retry',
}: Props) {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) throw error; // network errors: the root boundary retries
  if (error.status === 404) {
    return (
      <EmptyState title={missing.title} action={<ButtonLink to={missing.to}>{missing.label}</ButtonLink>}>
        There is no text at this address.
      </EmptyState>
    );
  }
  return (
    <Notice
      tone="bad"
      title={messageOf(error.data)}
      actions={
        <Button size="s" onClick={() => window.location.reload()}>
          {retryLabel}
        </Button>
      }
    />
  );
}

const messageOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string'
    ? data.message
    : 'Failed to load';
