import { isRouteErrorResponse, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { focusIfLost } from '~/ui/focus-if-lost';
import type { ShellUser } from './destinations';
import { errorView } from './error-view';
import { LogoutButton } from './logout-button';

/** Says in one line what went wrong, and where to go. */
export function ErrorPage({ error, user }: { error: unknown; user: ShellUser }) {
  const { title, help, retry, link, needsOtherAccount = false, requestId } = errorView(error);
  const hasMain = retry !== 'no' || link !== undefined || needsOtherAccount;
  const heading = useRef<HTMLHeadingElement>(null);
  // It replaces the page and its focus, so it takes the focus and is announced.
  useEffect(() => focusIfLost(heading), []);
  return (
    <div className="mx-auto flex w-full max-w-160 grow flex-col justify-center px-4 py-16">
      <p className="num text-s font-medium text-ink-3">
        {isRouteErrorResponse(error) ? error.status : 'Error'}
      </p>
      <h1 ref={heading} tabIndex={-1} className="mt-1 text-2xl outline-none">
        {title}
      </h1>
      {help === '' ? null : <p className="mt-2 max-w-[60ch] text-l text-pretty text-ink-2">{help}</p>}
      {requestId === undefined ? null : (
        <p className="mt-2 text-s text-ink-3">
          Request ID: <code className="font-mono select-all">{requestId}</code>
        </p>
      )}
      {retry === 'by-itself' ? <ComeBack /> : null}
      <div className="mt-6 flex flex-wrap gap-2">
        {retry === 'reload' ? (
          <Button variant="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        ) : null}
        {link ? (
          <ButtonLink to={link.to} variant="primary">
            {link.label}
          </ButtonLink>
        ) : null}
        {needsOtherAccount ? <LogoutButton variant="primary" /> : null}
        <ButtonLink to={user ? '/ai' : '/'} variant={hasMain ? 'secondary' : 'primary'}>
          {user ? 'Go to AI' : 'Go to the home page'}
        </ButtonLink>
        <ButtonLink to="/app-info#site-map">Site map</ButtonLink>
      </div>
    </div>
  );
}

/** Reloads the page's data; waits until the server is reachable. */
function ComeBack() {
  const { revalidate } = useRevalidator();
  useEffect(revalidate, [revalidate]);
  return null;
}
