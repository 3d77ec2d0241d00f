import type { Location } from '@remix-run/react';
import { useEffect } from 'react';
import { useLeaveGuard } from '~/core/browser/use-leave-guard';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';
import { SESSION_PARAM } from './use-history';

const UNSAVED = 'ai_unsaved';

/** What would be gone with the page. Kept sessions and drafts come back. */
export interface Loss {
  /** Requests of a multi-send that aren’t sent yet. */
  waiting: number;
  /** Replies marked “Don’t store” exist only on this page. */
  unstored: boolean;
  /** Files are being read. */
  unread: boolean;
}

const losesSomething = ({ waiting, unstored, unread }: Loss): boolean => waiting > 0 || unstored || unread;

type Props = {
  /** There is a prompt or a reply on the page. */
  isUnsaved: boolean;
  /** Logging out removes a draft, files or replies that nothing else has. */
  losesAtLogout: boolean;
  loss: Loss;
  sessionId: string;
};

/** Confirms leaving the page, or its session, where that would lose something. */
export function LeaveGuard({ isUnsaved, losesAtLogout, loss, sessionId }: Props) {
  useEffect(() => {
    if (isUnsaved) sessionStorage.setItem(UNSAVED, 'true');
    else sessionStorage.removeItem(UNSAVED);
  }, [isUnsaved]);
  const leavesSession = ({ search }: Location) => {
    const next = new URLSearchParams(search).get(SESSION_PARAM);
    return next !== sessionId && next !== new URLSearchParams(window.location.search).get(SESSION_PARAM);
  };
  const leaving = useLeaveGuard(losesSomething(loss), { asksAtLogout: losesAtLogout, leavesSession });
  if (!leaving) return null;
  const { isLoggingOut, stay, leave } = leaving;
  const description = [
    ...(isLoggingOut && losesAtLogout
      ? [
          'Logging out removes from this browser the prompt, files and replies that aren’t kept with your account.',
        ]
      : []),
    ...describeLoss(loss),
  ].join(' ');
  return (
    <LeaveDialog
      title={isLoggingOut || leaving.isLeavingPage ? 'Leave AI Page?' : 'Leave this session?'}
      {...{ description, stay, leave }}
    />
  );
}

type LeaveDialogProps = { title: string; description: string; stay: () => void; leave: () => void };

export function LeaveDialog({ title, description, stay, leave }: LeaveDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={stay}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button variant="danger" onClick={leave}>
            Leave
          </Button>
        </>
      }
    />
  );
}

const describeLoss = ({ waiting, unstored, unread }: Loss): string[] => [
  ...(unstored ? ['Replies marked “Don’t store” aren’t stored anywhere else and will be lost.'] : []),
  ...(waiting > 0 ? ['The rest of your multi-send won’t be sent.'] : []),
  ...(unread ? ['Files that are still being read won’t be attached.'] : []),
];
