import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announceAccount, onAccount } from '~/core/browser/account-signals';
import { forgetOldDiscarded } from '~/core/browser/discarded';
import { setPageAccount } from '~/core/browser/page-account';
import { Button } from '~/ui/button';
import { StatusBar } from './status-bar';

/** Another account has logged in in another window, so the server rejects this page's requests. */
export function AccountNotice({ userId }: { userId: string }) {
  const [latest, setLatest] = useState(userId);
  useEffect(() => {
    setLatest(userId);
    announceAccount(userId);
    return onAccount((signedIn) => setLatest((before) => signedIn ?? before));
  }, [userId]);
  useEffect(() => setPageAccount(userId, latest), [userId, latest]);
  useEffect(forgetOldDiscarded, []);
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
      You logged in to it in a different tab. Nothing more is sent from this page until you reload it.
    </StatusBar>
  );
}
