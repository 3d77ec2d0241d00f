import { Link } from '@remix-run/react';
import { languageOf } from '@promptwell/text/language-of';
import {
  CopyPlus,
  Flag,
  Globe,
  Heart,
  History,
  Link2,
  Lock,
  Pencil,
  ShieldAlert,
  ShieldCheck,
  Trash2,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, StateBadge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { Menu, type MenuItems } from '~/ui/overlay/menu';
import { Money } from '~/ui/money';
import { RelativeTime } from '~/ui/relative-time';
import { shorten, topicOf } from './card-text';
import { useUnsavedEdit } from './use-unsaved-edit';
import type { LibraryQuery, PromptOnCard } from '~/features/prompts/index.server';

/** Actions of a card. */
export type CardAction =
  | 'use'
  | 'edit'
  | 'delete'
  | 'copy'
  | 'like'
  | 'report'
  | 'publish'
  | 'unpublish'
  | 'appeal'
  | 'versions'
  | 'share'
  | 'flag'
  | 'shareTeam'
  | 'unshareTeam';

type Props = {
  prompt: PromptOnCard;
  tab: LibraryQuery['tab'];
  mayModerate: boolean;
  /** Null: the user has no team. */
  teamName: string | null;
  now: string;
  timeZone: string;
  busy: CardAction | null;
  onAction: (action: CardAction) => void;
};

export function PromptCard({ tab, now, timeZone, mayModerate, teamName, ...card }: Props) {
  const { prompt, busy, onAction } = card;
  const { title } = prompt;
  const text = prompt.description || prompt.preview;
  return (
    <li className="flex min-w-0 flex-col rounded-2 border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <h2 dir="auto" lang={languageOf(title)} className="min-w-0 grow text-m font-semibold wrap-anywhere">
          {title}
        </h2>
        <Menu
          label={`More for ${title}`}
          size="s"
          items={menuOf(prompt, { mayModerate, hasTeam: teamName !== null }, onAction)}
        />
      </div>
      <Labels prompt={prompt} onEdit={() => onAction('edit')} />
      <div className="mt-2 grow text-s text-ink-2">
        <p title={text} dir="auto" lang={languageOf(text)} className="line-clamp-3 wrap-anywhere">
          {text}
        </p>
      </div>
      <Facts prompt={prompt} now={now} timeZone={timeZone} />
      <div className="mt-3 flex flex-wrap items-center gap-2 border-t border-line pt-3">
        <CardButton {...{ prompt, busy, onAction }} action="use">
          Use
        </CardButton>
        {tab === 'mine' ? (
          <OwnButtons {...{ prompt, busy, onAction }} />
        ) : (
          <OthersButtons {...{ prompt, busy, onAction }} canLike={tab === 'community'} />
        )}
      </div>
    </li>
  );
}

function Labels({ prompt, onEdit }: { prompt: PromptOnCard; onEdit: () => void }) {
  const hasUnsavedEdit = useUnsavedEdit(prompt);
  const { categoryName, isOwn, isSharedWithTeam, moderationState, variableCount, tags } = prompt;
  const topic = topicOf(prompt);
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1.5 empty:hidden">
      {moderationState === 'rejected' ? (
        <StateBadge state="failed">Not approved</StateBadge>
      ) : moderationState === 'clear' ? null : (
        <StateBadge state="waiting">Pending moderation</StateBadge>
      )}
      {isOwn && hasUnsavedEdit ? (
        <button type="button" onClick={onEdit} className="min-h-6 rounded-1" title="Continue editing">
          <StateBadge state="edited">Unsaved edit</StateBadge>
          <span className="sr-only">
            : <bdi>{prompt.title}</bdi>
          </span>
        </button>
      ) : null}
      {isSharedWithTeam ? <Badge tone="info">Team</Badge> : null}
      {categoryName ? <Badge>{categoryName}</Badge> : null}
      {topic ? (
        <span title={topic} className="inline-flex">
          <Badge>{shorten(topic)}</Badge>
        </span>
      ) : null}
      {variableCount > 0 ? <Badge tone="info">{formatCountOf(variableCount, 'variable')}</Badge> : null}
      {tags.slice(0, 3).map((tag) =>
        isOwn ? (
          <Link
            key={tag}
            to={`/saved-prompts?${new URLSearchParams({ tag }).toString()}`}
            title={tag}
            className="max-w-40 truncate rounded-1 py-1 text-xs text-ink-2 underline-offset-4 hover:underline"
          >
            #<bdi>{tag}</bdi>
          </Link>
        ) : (
          <span key={tag} title={tag} className="max-w-40 truncate text-xs text-ink-2">
            #<bdi>{tag}</bdi>
          </span>
        ),
      )}
    </div>
  );
}

function Facts({ prompt, now, timeZone }: { prompt: PromptOnCard; now: string; timeZone: string }) {
  const { isOwn, userName, createdDate, useCount, source, lastUsedDate, averageCostMicroUsd, folder } =
    prompt;
  const facts: ReactNode[] = [
    isOwn ? null : userName,
    <RelativeTime key="created" at={createdDate} now={now} timeZone={timeZone} />,
    folder ? `In ${folder}` : null,
    source ? `From ${source.userName}` : null,
    useCount > 0 ? `Used ${useCount === 1 ? 'once' : `${formatCount(useCount)} times`}` : null,
    lastUsedDate ? (
      <>
        Last used <RelativeTime at={lastUsedDate} now={now} timeZone={timeZone} />
      </>
    ) : null,
    averageCostMicroUsd === null ? null : (
      <>
        Average cost <Money use="estimate" charged={averageCostMicroUsd} />
      </>
    ),
  ].filter((fact) => fact !== null);
  return (
    <ul className="mt-3 flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-ink-3">
      {facts.map((fact, index) => (
        <li key={String(index)} className="max-w-full truncate">
          {fact}
        </li>
      ))}
    </ul>
  );
}

type ButtonsProps = Pick<Props, 'prompt' | 'busy' | 'onAction'>;

function CardButton({
  prompt,
  action,
  busy,
  onAction,
  children,
  ...rest
}: ButtonsProps & { action: CardAction; children: ReactNode; disabled?: boolean; title?: string }) {
  return (
    <Button size="s" isBusy={busy === action} onClick={() => onAction(action)} {...rest}>
      {children}
      <span className="sr-only">
        : <bdi>{prompt.title}</bdi>
      </span>
    </Button>
  );
}

function OwnButtons(props: ButtonsProps) {
  const { isPublic } = props.prompt;
  const change = isPublic ? 'Make private' : 'Make public';
  return (
    <>
      <CardButton {...props} action="edit">
        <Pencil aria-hidden="true" className="size-4" />
        Edit
      </CardButton>
      <CardButton {...props} action={isPublic ? 'unpublish' : 'publish'} title={change}>
        {isPublic ? (
          <Globe aria-hidden="true" className="size-4" />
        ) : (
          <Lock aria-hidden="true" className="size-4" />
        )}
        {isPublic ? 'Public' : 'Private'}
        <span className="sr-only">{change.toLowerCase()}</span>
      </CardButton>
      <span className="ml-auto">
        <CardButton {...props} action="delete">
          <Trash2 aria-hidden="true" className="size-4" />
          <span className="sr-only">Delete</span>
        </CardButton>
      </span>
    </>
  );
}

/** The user's own prompts can't be liked or copied. */
function OthersButtons({ canLike, ...props }: ButtonsProps & { canLike: boolean }) {
  const { isOwn, isLikedByCurrentUser, likeCount } = props.prompt;
  return (
    <>
      {isOwn ? (
        <span className="text-xs text-ink-3">Your prompt</span>
      ) : (
        <CardButton {...props} action="copy">
          <CopyPlus aria-hidden="true" className="size-4" />
          Save to My Prompts
        </CardButton>
      )}
      {canLike ? (
        <span className="ml-auto">
          <CardButton {...props} action="like" disabled={isOwn || isLikedByCurrentUser}>
            <Heart
              aria-hidden="true"
              className={isLikedByCurrentUser ? 'size-4 fill-current text-bad' : 'size-4'}
            />
            <span className="num">{formatCount(likeCount)}</span>
            <span className="sr-only">{isLikedByCurrentUser ? 'likes, liked' : 'likes, like'}</span>
          </CardButton>
        </span>
      ) : null}
    </>
  );
}

function menuOf(
  prompt: PromptOnCard,
  { mayModerate, hasTeam }: { mayModerate: boolean; hasTeam: boolean },
  onAction: (action: CardAction) => void,
): MenuItems {
  const { id, isOwn, isPublic, isSharedWithTeam, moderationState } = prompt;
  const isShared = isPublic && moderationState === 'clear';
  const isDecided = ['rejected', 'reported', 'flagged'].includes(moderationState);
  return [
    ...(isShared
      ? [{ key: 'share', label: 'Copy share link', icon: <Link2 />, onAction: () => onAction('share') }]
      : []),
    ...(isOwn && (isSharedWithTeam || hasTeam)
      ? [
          isSharedWithTeam
            ? {
                key: 'team',
                label: 'Stop sharing with team',
                icon: <Users />,
                onAction: () => onAction('unshareTeam'),
              }
            : {
                key: 'team',
                label: 'Share with team',
                icon: <Users />,
                onAction: () => onAction('shareTeam'),
              },
        ]
      : []),
    ...(isOwn
      ? [{ key: 'versions', label: 'Versions…', icon: <History />, onAction: () => onAction('versions') }]
      : !isPublic
        ? []
        : [{ key: 'report', label: 'Report…', icon: <Flag />, onAction: () => onAction('report') }]),
    ...(isOwn && isDecided
      ? [{ key: 'appeal', label: 'Appeal…', icon: <Flag />, onAction: () => onAction('appeal') }]
      : []),
    ...(mayModerate && isPublic
      ? [
          {
            title: 'Moderation',
            items: [
              ...(moderationState === 'clear'
                ? [{ key: 'flag', label: 'Flag', icon: <ShieldAlert />, onAction: () => onAction('flag') }]
                : []),
              {
                key: 'moderate',
                label: 'Open in Prompt Moderation',
                icon: <ShieldCheck />,
                to: `/admin/moderation?${new URLSearchParams({ queue: 'all', id }).toString()}`,
              },
            ],
          },
        ]
      : []),
  ];
}
