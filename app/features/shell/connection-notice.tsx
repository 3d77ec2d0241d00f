import { WifiOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { retryNow, useConnection } from '~/core/browser/connection';
import { Button } from '~/ui/button';
import { useNavigationBlock } from '~/ui/use-navigation-block';
import { StatusBar } from './status-bar';

/** Explains that the server is unreachable. The page stays and recovers by itself. */
export function ConnectionNotice() {
  const connection = useConnection();
  const [hasTriedToLeave, setHasTriedToLeave] = useState(false);
  const stay = useCallback(() => setHasTriedToLeave(true), []);
  useEffect(() => {
    if (connection === 'online') setHasTriedToLeave(false);
  }, [connection]);
  return (
    <>
      <StatusBar
        icon={WifiOff}
        title={connection === 'online' ? null : TITLES[connection]}
        action={
          connection === 'unreachable' ? (
            <Button size="s" onClick={retryNow}>
              Try now
            </Button>
          ) : null
        }
      >
        {connection === 'online' ? null : whatHappens(connection, hasTriedToLeave)}
      </StatusBar>
      {connection === 'offline' ? <StayWhileOffline onStay={stay} /> : null}
    </>
  );
}

const TITLES = { offline: 'You’re offline.', unreachable: 'Can’t reach the server.' };

function whatHappens(connection: 'offline' | 'unreachable', hasTriedToLeave: boolean): string {
  if (connection === 'unreachable') return 'This page stays as it is while we try again.';
  if (hasTriedToLeave) return 'Other pages open again when you’re back.';
  return 'This page stays as it is and updates when you’re back.';
}

/**
 * Blocks navigation to pages whose code isn't loaded, since Remix would reload this page to get it. Takes precedence
 * over the page's own blocker.
 */
function StayWhileOffline({ onStay }: { onStay: () => void }) {
  useNavigationBlock(
    ({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname,
    onStay,
  );
  return null;
}
