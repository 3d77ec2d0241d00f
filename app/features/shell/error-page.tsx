import { isRouteErrorResponse } from '@remix-run/react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import type { Visitor } from './destinations';
import { errorStory } from './error-story';

/** What went wrong in one line, and where to go from here. */
export function ErrorPage({ error, visitor }: { error: unknown; visitor: Visitor }) {
  const { title, help, canReload } = errorStory(error);
  return (
    <div className="mx-auto flex w-full max-w-160 grow flex-col justify-center px-5 py-16">
      <p className="num text-s font-medium text-ink-3">
        {isRouteErrorResponse(error) ? error.status : 'Error'}
      </p>
      <h1 className="mt-1 text-2xl">{title}</h1>
      <div className="mt-2 max-w-[60ch] text-l text-pretty text-ink-2">{help}</div>
      <div className="mt-6 flex flex-wrap gap-2">
        {canReload ? (
          <Button variant="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        ) : null}
        <ButtonLink to={visitor ? '/ai' : '/'} variant={canReload ? 'secondary' : 'primary'}>
          {visitor ? 'Go to the AI page' : 'Go to the start page'}
        </ButtonLink>
        <ButtonLink to="/app-info">What is where</ButtonLink>
      </div>
    </div>
  );
}
