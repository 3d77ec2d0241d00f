import { Link } from '@remix-run/react';
import { Pin, Plus } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { ButtonLink } from '~/ui/button-link';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { TextField } from '~/ui/form/text-field';
import { isolate } from '~/ui/isolate';
import { lazyPanel } from '~/ui/lazy-component';
import { Menu } from '~/ui/overlay/menu';
import { showToast } from '~/ui/overlay/toast';
import { Skeleton } from '~/ui/skeleton';
import type { ListedSession } from '../answers';
import { FailureNotice } from '../failure-notice';
import { asFailure, sessions, type SessionFailure, type SessionPage } from '../session-api';
import { groupSessions } from './group-sessions';
import type { HistoryDialogProps } from './history-dialogs';
import { useHistoryList } from './use-history-list';

const HistoryDialog = lazyPanel<HistoryDialogProps>(
  async () => (await import('./history-dialogs')).HistoryDialog,
);

export type HistoryPanelProps = {
  /** The first page, from the loader. */
  latest: SessionPage;
  /** The session in the page. */
  sessionId: string;
  timezone: string;
  /** Whether sessions may be shared on this server. */
  sharesSessions: boolean;
  /** Days that recent sessions are kept; null: history is off for this account. */
  keptDays: number | null;
  addressOf: (id: string) => string;
  newAddress: string;
  /** New was chosen; may prevent following its link. */
  onNew: (event: MouseEvent) => void;
  /** A session was renamed, pinned or deleted. */
  onChanged: () => void;
  onDeleted: (id: string) => void;
  /** A session or New was chosen. */
  onChosen?: () => void;
};

/** The account's sessions: search, open, rename, pin, share, delete. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { latest, sessionId, timezone, keptDays, onChanged, onDeleted, onChosen } = props;
  const [query, setQuery] = useState('');
  const list = useHistoryList(latest, query);
  const [asked, setAsked] = useState<HistoryDialogProps['asked'] | null>(null);
  const [failure, setFailure] = useState<SessionFailure>();

  async function act(work: () => Promise<unknown>) {
    setFailure(undefined);
    try {
      await work();
      list.reload();
      onChanged();
    } catch (error) {
      setFailure(asFailure(error));
    }
  }
  return (
    <div className="flex min-h-0 grow flex-col gap-3">
      <div className="flex items-center gap-2 px-3 pt-3">
        <TextField
          label="Search sessions"
          isLabelHidden
          type="search"
          placeholder="Search"
          className="min-w-0 grow"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <ButtonLink
          to={props.newAddress}
          variant="ghost"
          onClick={(event) => {
            props.onNew(event);
            onChosen?.();
          }}
        >
          <Plus aria-hidden="true" className="size-4" />
          New
        </ButtonLink>
      </div>
      <div className="px-3 empty:hidden">
        <FailureNotice failure={failure} />
        <FailureNotice failure={list.failure} onRetry={list.reload} />
      </div>
      <div className="min-h-0 grow overflow-y-auto px-1.5 pb-3">
        {list.isLoading ? <Skeleton className="mx-1.5 h-20" /> : null}
        {list.items.length === 0 && !list.isLoading && list.failure === undefined ? (
          <p className="px-2 py-6 text-center text-s text-pretty text-ink-2">
            {query.trim() === ''
              ? 'Your sessions appear here as you send.'
              : 'No session has these words in its title or text.'}
          </p>
        ) : null}
        {groupSessions(list.items, new Date(), timezone).map(({ title, sessions: group }) => (
          <section key={title} aria-label={title}>
            <h3 className="px-2 pt-3 pb-1 text-xs text-ink-3">{title}</h3>
            <ul>
              {group.map((session) => (
                <SessionLink
                  key={session.Id}
                  session={session}
                  to={props.addressOf(session.Id)}
                  isCurrent={session.Id === sessionId}
                  onChosen={onChosen}
                  isShareable={props.sharesSessions}
                  onPin={() => void act(() => sessions.pin(session.Id, !session.IsPinned))}
                  onAsk={(kind) => setAsked({ kind, session })}
                />
              ))}
            </ul>
          </section>
        ))}
        {list.hasMore ? (
          <Button
            variant="ghost"
            size="s"
            className="mx-2 mt-2"
            onClick={() => void list.loadMore().catch((error: unknown) => setFailure(asFailure(error)))}
          >
            Show more
          </Button>
        ) : null}
      </div>
      <p className="border-t border-line px-3.5 py-2 text-xs text-ink-3">
        {keptDays === null
          ? 'History is off. Only sessions that you save are kept.'
          : `Kept ${String(keptDays)} days unless saved or pinned`}
      </p>
      {asked ? (
        <HistoryDialog
          asked={asked}
          timezone={timezone}
          onClose={() => setAsked(null)}
          onDone={(message) => {
            showToast('success', message);
            if (asked.kind === 'delete') onDeleted(asked.session.Id);
            list.reload();
            onChanged();
          }}
        />
      ) : null}
    </div>
  );
}

type SessionLinkProps = {
  session: ListedSession;
  to: string;
  isCurrent: boolean;
  onChosen: (() => void) | undefined;
  onPin: () => void;
  isShareable: boolean;
  onAsk: (kind: HistoryDialogProps['asked']['kind']) => void;
};

function SessionLink({ session, to, isCurrent, onChosen, isShareable, onPin, onAsk }: SessionLinkProps) {
  const { Title, IsPinned } = session;
  return (
    <li
      className={cx(
        'group relative flex items-center rounded-1 hover:bg-chosen focus-within:bg-chosen',
        isCurrent && 'bg-chosen font-medium',
      )}
    >
      <Link
        to={to}
        onClick={onChosen}
        aria-current={isCurrent ? 'page' : undefined}
        title={Title}
        dir="auto"
        className="min-w-0 grow truncate px-2 py-1.5 text-left text-s group-focus-within:pr-8 group-hover:pr-8 pointer-coarse:pr-8"
      >
        {Title}
      </Link>
      {IsPinned ? (
        <Pin
          aria-hidden="true"
          className="mx-2 size-3.5 shrink-0 text-ink-3 group-focus-within:hidden group-hover:hidden pointer-coarse:hidden"
        />
      ) : null}
      <span className="absolute inset-y-0 right-0 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <Menu
          label={`Actions for ${isolate(Title)}`}
          className="px-1.5 py-1"
          items={[
            { key: 'rename', label: 'Rename', onAction: () => onAsk('rename') },
            { key: 'pin', label: IsPinned ? 'Unpin' : 'Pin', onAction: onPin },
            ...(isShareable ? [{ key: 'share', label: 'Share', onAction: () => onAsk('share') }] : []),
            { key: 'delete', label: 'Delete', isDanger: true, onAction: () => onAsk('delete') },
          ]}
        />
      </span>
    </li>
  );
}
