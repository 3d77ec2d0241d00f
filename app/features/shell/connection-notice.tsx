import { useBlocker } from '@remix-run/react';
import { WifiOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { retryNow, useConnection } from '~/core/browser/connection';
import { Button } from '~/ui/button';

/** Says why nothing new arrives. The page below stays as it is, and catches up by itself. */
export function ConnectionNotice() {
  const connection = useConnection();
  const [hasTriedToLeave, setHasTriedToLeave] = useState(false);
  const stay = useCallback(() => setHasTriedToLeave(true), []);
  useEffect(() => {
    if (connection === 'online') setHasTriedToLeave(false);
  }, [connection]);
  return (
    <>
      {/* In the page from the start, so that what appears in it is read aloud. */}
      <div role="status" className="sticky top-0 z-bar">
        {connection === 'online' ? null : (
          <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-1.5 text-s md:px-5">
            <WifiOff aria-hidden="true" className="size-4 shrink-0 text-warn" />
            <p className="grow basis-60">
              <strong className="font-semibold text-warn">
                {connection === 'offline' ? 'You’re offline.' : 'Can’t reach the server.'}
              </strong>{' '}
              {whatHappens(connection, hasTriedToLeave)}
            </p>
            {connection === 'unreachable' ? (
              <Button size="s" onClick={retryNow}>
                Try now
              </Button>
            ) : null}
          </div>
        )}
      </div>
      {connection === 'offline' ? <StayWhileOffline onStay={stay} /> : null}
    </>
  );
}

function whatHappens(connection: 'offline' | 'unreachable', hasTriedToLeave: boolean): string {
  if (connection === 'unreachable') return 'This page stays as it is while we try again.';
  if (hasTriedToLeave) return 'Other pages open again when you’re back.';
  return 'This page stays as it is and updates when you’re back.';
}

/**
 * A page whose code is not here yet cannot be opened, and Remix would reload this one to get it. It stands above the
 * page's own blocker: there is nothing to ask about leaving while nobody can leave.
 */
function StayWhileOffline({ onStay }: { onStay: () => void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    onStay();
  }, [blocker, onStay]);
  return null;
}
