import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announceAccount, onAccount } from '~/core/browser/account-signals';
import { Button } from '~/ui/button';
import { StatusBar } from './status-bar';

/** Somebody else has logged in in another window: what this one sends is theirs now, and paid by them. */
export function AccountNotice({ userId }: { userId: string }) {
  const [latest, setLatest] = useState(userId);
  useEffect(() => {
    setLatest(userId);
    announceAccount(userId);
    return onAccount(setLatest);
  }, [userId]);
  return (
    <StatusBar
      icon={Users}
      title={latest === userId ? null : 'You’re logged in to another account.'}
      action={
        <Button size="s" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      You logged in to it in a different tab. Anything you send from this page now goes out as that account.
    </StatusBar>
  );
}
