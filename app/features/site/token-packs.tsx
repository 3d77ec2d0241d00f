import { useId } from 'react';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { PACKAGES } from './plans';

/** What one pays and what one gets, with a button each. Nobody can pay by card here yet, and the page says so. */
export function TokenPacks({ isSignedIn }: { isSignedIn: boolean }) {
  const noteId = useId();
  return (
    <>
      <ul className="num flex flex-col">
        {PACKAGES.map(({ paysUsd, getsUsd, bonus }) => (
          <li
            key={paysUsd}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 first:border-t"
          >
            <span className="w-14 text-xl font-semibold tracking-[-0.02em]">${paysUsd}</span>
            <span className="text-ink-2">gives ${getsUsd} in tokens</span>
            {bonus === null ? null : <Badge tone="good">{bonus}</Badge>}
            <span className="ml-auto">
              {isSignedIn ? (
                <Button aria-disabled="true" aria-describedby={noteId}>
                  Buy for ${paysUsd}
                </Button>
              ) : (
                <ButtonLink to="/register?returnTo=%2Fpricing">Sign up for ${paysUsd}</ButtonLink>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p id={noteId} className="mt-3 text-xs text-ink-3">
        Card payments aren’t available on this server yet. An administrator can add credit to your account.
      </p>
    </>
  );
}
