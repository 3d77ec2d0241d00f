import { useEffect, useState } from 'react';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
import { Checkbox } from '~/ui/form/checkbox';
import { Select } from '~/ui/form/select';
import { TextField } from '~/ui/form/text-field';
import { Dialog } from '~/ui/overlay/dialog';
import { showToast } from '~/ui/overlay/toast';
import { DateTime } from '~/ui/relative-time';
import { Skeleton } from '~/ui/skeleton';
import type { SessionShare } from '../answers';
import { FailureNotice } from '../failure-notice';
import { asFailure, sessionShare, type SessionFailure } from '../session-api';

export type ShareDialogProps = {
  /** The id that the history has the session under; undefined: it isn't kept. */
  findSession: () => Promise<string | undefined>;
  /** The shown versions of messages with several, by the key of the first. */
  versions: Readonly<Record<string, string>>;
  timezone: string;
  onClose: () => void;
};

const EXPIRY_DAYS = [7, 30, 90, 365];

/** Makes, shows, updates and revokes the link of a session. */
export function ShareDialog({ findSession, versions, timezone, onClose }: ShareDialogProps) {
  const [find] = useState(() => findSession);
  const [id, setId] = useState<string>();
  /** Undefined while it is loading, null without a link. */
  const [share, setShare] = useState<SessionShare | null>();
  const [isKept, setIsKept] = useState(true);
  const [days, setDays] = useState(30);
  const [includesInstructions, setIncludesInstructions] = useState(false);
  const [failure, setFailure] = useState<SessionFailure>();
  const [busy, setBusy] = useState<'share' | 'revoke'>();

  useEffect(() => {
    let isOpen = true;
    findLink(find).then(
      ({ found, link }) => {
        if (!isOpen) return;
        setId(found);
        setIsKept(found !== undefined);
        setShare(link);
        if (link) setIncludesInstructions(link.IncludesInstructions);
      },
      (error: unknown) => {
        if (isOpen) setFailure(asFailure(error));
      },
    );
    return () => {
      isOpen = false;
    };
  }, [find]);

  async function run(action: 'share' | 'revoke', work: () => Promise<void>) {
    setBusy(action);
    setFailure(undefined);
    await work().catch((error: unknown) => setFailure(asFailure(error)));
    setBusy(undefined);
  }
  const create = () =>
    run('share', async () => {
      if (id === undefined) return;
      const made = await sessionShare.share(id, {
        ExpiresInDays: days,
        IncludesInstructions: includesInstructions,
        Versions: { ...versions },
      });
      setShare(made);
      if (share) showToast('success', 'The link shows the session as it is now');
    });
  const revoke = () =>
    run('revoke', async () => {
      if (id === undefined) return;
      await sessionShare.revoke(id);
      setShare(null);
      showToast('success', 'Link revoked. It no longer works.');
    });

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Share Session"
      description="Anyone with the link can read the messages and replies, without costs, files or your name. Messages marked “Don’t store” are left out."
      size="m"
      footer={
        isKept ? (
          <>
            {share ? (
              <Button isBusy={busy === 'revoke'} onClick={() => void revoke()}>
                Revoke link
              </Button>
            ) : null}
            <Button
              variant={share ? 'secondary' : 'primary'}
              isBusy={busy === 'share'}
              disabled={share === undefined}
              onClick={() => void create()}
            >
              {share ? 'Update link' : 'Create link'}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <FailureNotice failure={failure} />
        {isKept ? null : (
          <p className="text-pretty">
            Only sessions kept with your account can be shared. Save this session first, or turn on “Keep
            history” in your settings.
          </p>
        )}
        {share === undefined && failure === undefined ? <Skeleton className="h-16" /> : null}
        {share ? <ShareLink share={share} timezone={timezone} /> : null}
        {share !== undefined && isKept ? (
          <div className="flex flex-col gap-3">
            <Select
              label="Link expires after"
              value={days}
              onChange={(event) => setDays(Number(event.currentTarget.value))}
            >
              {EXPIRY_DAYS.map((count) => (
                <option key={count} value={count}>
                  {count === 365 ? '1 year' : `${String(count)} days`}
                </option>
              ))}
            </Select>
            <Checkbox
              label="Include the session’s instructions"
              checked={includesInstructions}
              onChange={(event) => setIncludesInstructions(event.currentTarget.checked)}
            />
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

async function findLink(find: ShareDialogProps['findSession']) {
  const found = await find();
  return { found, link: found === undefined ? null : await sessionShare.read(found) };
}

function ShareLink({ share, timezone }: { share: SessionShare; timezone: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-end gap-2">
        <TextField
          label="Link"
          className="min-w-0 grow"
          readOnly
          value={share.Url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={share.Url} label="Copy link" done="Link copied" variant="primary" size="m" />
      </div>
      <p className="text-xs text-ink-2">
        Shows the session as of <DateTime at={share.SharedAt} timeZone={timezone} />. Expires{' '}
        <DateTime at={share.ExpiresAt} timeZone={timezone} />.
      </p>
    </div>
  );
}
