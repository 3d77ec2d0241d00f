import { useEffect, useState } from 'react';
import { onLeaveUnopposed } from '~/core/browser/leave-request';
import { onDemandPanel } from '~/ui/on-demand';
import { keptWork } from './kept-work';

const LogoutDialog = onDemandPanel(async () => (await import('./logout-dialog')).LogoutDialog);

/** Work that was not saved is in this browser, whatever page one has gone to: logging out removes it, and asks first. */
export function LogoutGuard() {
  const [asked, setAsked] = useState<{ work: readonly string[]; proceed: () => void } | null>(null);
  useEffect(
    () =>
      onLeaveUnopposed((event) => {
        const work = keptWork();
        if (work.length === 0) return;
        event.preventDefault();
        setAsked({ work, proceed: event.detail.proceed });
      }),
    [],
  );
  if (asked === null) return null;
  const close = () => setAsked(null);
  return (
    <LogoutDialog
      work={asked.work}
      onClose={close}
      onLogout={() => {
        close();
        asked.proceed();
      }}
    />
  );
}
