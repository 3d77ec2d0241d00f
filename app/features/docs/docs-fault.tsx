import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { EmptyState } from '~/ui/empty-state';
import { Notice } from '~/ui/notice';

type Props = {
  /** What is said in place of a text that is not there. */
  missing?: { title: string; to: string; label: string };
  retryLabel?: string;
};

/** What a tab of the docs shows when its text did not come: the tabs and the search stay. */
export function DocsFault({
  missing = { title: 'Page not found', to: '/docs', label: 'All docs' },
  retryLabel = 'Retry',
}: Props) {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) throw error; // a lost connection comes back by itself, on the page for all of them
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
