import { useState } from 'react';
import { isolate } from '~/ui/isolate';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import type { ListedSession } from '../answers';
import { FailureNotice } from '../failure-notice';
import { RenameDialog } from '../rename-dialog';
import { ShareDialog } from '../sharing/share-dialog';
import { asFailure, sessions, type SessionFailure } from '../session-api';

export type HistoryDialogProps = {
  asked: { kind: 'rename' | 'share' | 'delete'; session: ListedSession };
  timezone: string;
  onDone: (message: string) => void;
  onClose: () => void;
};

/** Renames, shares or deletes a session of the history. */
export function HistoryDialog({ asked: { kind, session }, timezone, onDone, onClose }: HistoryDialogProps) {
  const [failure, setFailure] = useState<SessionFailure>();
  const title = isolate(session.Title);
  if (kind === 'rename')
    return (
      <RenameDialog
        title={session.Title}
        onClose={onClose}
        onRename={async (name) => {
          await sessions.rename(session.Id, name);
          onDone(`“${title}” was renamed`);
        }}
      />
    );
  if (kind === 'share')
    return (
      <ShareDialog
        findSession={() => Promise.resolve(session.Id)}
        versions={{}}
        timezone={timezone}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      isOpen
      title={`Delete “${title}”?`}
      confirmLabel="Delete session"
      onOpenChange={onClose}
      onConfirm={() =>
        void sessions.remove(session.Id).then(
          () => {
            onClose();
            onDone(`“${title}” was deleted`);
          },
          (error: unknown) => setFailure(asFailure(error)),
        )
      }
    >
      <FailureNotice failure={failure} />
      <p>
        The session with its messages and replies is deleted. The ledger keeps what it cost. This can’t be
        undone.
      </p>
    </ConfirmDialog>
  );
}
