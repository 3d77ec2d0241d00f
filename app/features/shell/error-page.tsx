import { isRouteErrorResponse } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ButtonLink } from '~/ui/button-link';
import { Button } from '~/ui/button';
import type { Visitor } from './destinations';

type Story = { title: string; help: ReactNode; canReload: boolean };

/** What went wrong in one line, and where to go from here. */
export function ErrorPage({ error, visitor }: { error: unknown; visitor: Visitor }) {
  const { title, help, canReload } = tell(error);
  return (
    <div className="mx-auto flex w-full max-w-160 grow flex-col justify-center px-5 py-16">
      <p className="num text-s font-medium text-ink-3">
        {isRouteErrorResponse(error) ? error.status : 'Error'}
      </p>
      <h1 className="mt-1 text-2xl">{title}</h1>
      <div className="mt-2 max-w-[60ch] text-l text-pretty text-ink-2">{help}</div>
      <div className="mt-6 flex flex-wrap gap-2">
        {canReload ? (
          <Button look="main" onClick={() => window.location.reload()}>
            Try again
          </Button>
        ) : null}
        <ButtonLink to={visitor ? '/ai' : '/'} look={canReload ? 'plain' : 'main'}>
          {visitor ? 'Go to the AI page' : 'Go to the start page'}
        </ButtonLink>
        <ButtonLink to="/app-info">What is where</ButtonLink>
      </div>
    </div>
  );
}

function tell(error: unknown): Story {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) {
      return {
        title: 'There is no page here',
        help: 'The address may be mistyped, or the page has moved. Press Ctrl K (⌘ K on a Mac) to find a page by name.',
        canReload: false,
      };
    }
    if (error.status === 403) {
      return { title: 'This page is not for your account', help: messageOf(error.data), canReload: false };
    }
    if (error.status < 500)
      return { title: 'That did not work', help: messageOf(error.data), canReload: true };
  }
  if (
    error instanceof Error &&
    /dynamically imported module|Importing a module script/i.test(error.message)
  ) {
    return {
      title: 'A part of the page did not load',
      help: 'ChunkLoadError: the connection broke, or a newer version was put in place meanwhile. Loading the page again mends both.',
      canReload: true,
    };
  }
  return {
    title: 'Something went wrong on our side',
    help: 'It has been noted. Nothing you wrote or paid is lost: drafts stay in this browser, and replies wait for you on the AI page.',
    canReload: true,
  };
}

function messageOf(data: unknown): string {
  const message =
    typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string'
      ? data.message
      : data;
  return typeof message === 'string' && message !== '' ? message : 'The server refused this request.';
}
