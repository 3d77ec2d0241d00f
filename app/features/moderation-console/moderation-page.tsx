import { Link, useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { LAST_PAGE } from '~/core/shared/pages';
import { AdminFrame } from '~/features/admin';
import { ButtonLink } from '~/ui/button-link';
import { cx } from '~/ui/cx';
import { EmptyState } from '~/ui/empty-state';
import { focusIfLost } from '~/ui/focus-if-lost';
import { formatCountOf } from '~/ui/format-count';
import { Select } from '~/ui/form/select';
import { Notice } from '~/ui/notice';
import { Toolbar } from '~/ui/page/section';
import { RelativeTime } from '~/ui/relative-time';
import { SegmentedLinks } from '~/ui/segmented-links';
import { Pager } from '~/ui/table/pager';
import { ALL_CODES, LAST_OF_PAGE as LAST, MODERATION_CODES } from '~/features/prompts';
import type { readModerationPage } from '~/features/prompts/index.server';
import { useDecision } from './decision-form';
import { OpenPrompt } from './open-prompt';
import { STATE_LABELS } from './standing-tag';

type Props = Awaited<ReturnType<typeof readModerationPage>>;

/** The queue of flagged prompts, and the open prompt. */
export function ModerationPage({ prompts, open, total, page, totalPages, ...props }: Props) {
  const { pageSize, address, userId, timeZone, now } = props;
  const [params] = useSearchParams();
  const openId = open?.prompt.id;
  const head = useRef<HTMLHeadingElement>(null);
  const shownId = useRef(openId);
  useEffect(() => {
    if (shownId.current === openId) return undefined;
    shownId.current = openId;
    // Reading starts at the head of the next prompt, wherever the pressed button was.
    return focusIfLost(head);
  }, [openId]);
  const place = prompts.findIndex(({ id }) => id === openId);
  const hrefOf = (index: number) => {
    const id = prompts[index]?.id;
    return id === undefined ? undefined : addressWith(params, { id });
  };
  const hrefOfPage = (to: number, id: '' | typeof LAST = '') =>
    addressWith(params, { page: to === 1 ? '' : String(to), id });
  const isListed = place !== -1;
  const previous =
    place > 0 ? hrefOf(place - 1) : isListed && page > 1 ? hrefOfPage(page - 1, LAST) : undefined;
  const next = hrefOf(place + 1) ?? (page < totalPages ? hrefOfPage(page + 1) : undefined);
  // A decided prompt leaves the open queue, so the next page's first prompt becomes this page's last.
  const onwards = address.queue === 'open' && page < totalPages ? hrefOfPage(page, LAST) : undefined;
  const then = hrefOf(place + 1) ?? onwards ?? next ?? previous;
  const decision = useDecision(userId, then ?? addressWith(params, { id: '', page: '' }));
  // A prompt decided elsewhere may have left the queue; the error is then shown above another one.
  const strayError = decision.errorFor(openId) === undefined ? decision.error : undefined;
  const pager = (
    <Pager
      page={page}
      pageSize={pageSize}
      total={total}
      lastPage={LAST_PAGE}
      noun="prompts"
      navigation={{ hrefFor: hrefOfPage }}
    />
  );
  return (
    <AdminFrame
      title="Prompt Moderation"
      lead="Prompts flagged by automatic checks, reports or appeals. The author gets an email with your decision."
    >
      <Filters address={address} />
      {strayError ? (
        <Notice tone="bad" className="mb-4">
          {strayError}
        </Notice>
      ) : null}
      {prompts.length === 0 && !open ? (
        <Nothing address={address} />
      ) : (
        <div className="grid gap-6 xl:grid-cols-[280px_minmax(0,1fr)]">
          <div className="hidden xl:block">
            <p role="status" className="num mb-2 text-s text-ink-3">
              {formatCountOf(total, 'prompt')}
            </p>
            <ul className="border-t border-line">
              {prompts.map((prompt) => (
                <li key={prompt.id} className="border-b border-line">
                  <Link
                    to={addressWith(params, { id: prompt.id })}
                    preventScrollReset
                    aria-current={prompt.id === openId ? 'true' : undefined}
                    className={cx(
                      'flex flex-col gap-1 px-2 py-2.5 text-s no-underline hover:bg-chosen',
                      prompt.id === openId && 'bg-chosen',
                    )}
                  >
                    <span dir="auto" className="truncate text-left font-medium text-ink">
                      {prompt.title}
                    </span>
                    <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-2">
                      <span>{STATE_LABELS[prompt.moderationState]}</span>
                      {prompt.flaggedDate ? (
                        <RelativeTime at={prompt.flaggedDate} now={now} timeZone={timeZone} />
                      ) : null}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            {pager}
          </div>
          {open ? (
            <OpenPrompt
              key={`${open.prompt.id} ${String(open.prompt.version)} ${open.prompt.moderationState}`}
              open={open}
              head={head}
              position={isListed ? { place: place + 1, of: prompts.length } : null}
              previous={previous}
              next={next}
              decision={decision}
              userId={userId}
              now={now}
              timeZone={timeZone}
            />
          ) : (
            <EmptyState title="This prompt is gone">Its author deleted it, or keeps it private.</EmptyState>
          )}
          <div className="xl:hidden">{pager}</div>
        </div>
      )}
    </AdminFrame>
  );
}

const WHAT_COMES =
  'Prompts appear here when automatic checks flag them, when three people report them, or when an author appeals.';
const EMPTY: Readonly<Record<Props['address']['queue'], readonly [string, string]>> = {
  open: ['Nothing is waiting', WHAT_COMES],
  rejected: ['No prompts yet', 'Prompts that you or another admin don’t approve are listed here.'],
  all: ['No flagged prompts', WHAT_COMES],
};

function Nothing({ address: { queue, code, days } }: Pick<Props, 'address'>) {
  const [params] = useSearchParams();
  if (code !== undefined || days !== undefined)
    return (
      <EmptyState
        title="No prompts match"
        action={
          <ButtonLink to={addressWith(params, { code: '', days: '', page: '', id: '' })}>
            Clear filters
          </ButtonLink>
        }
      >
        Try another code or a longer time.
      </EmptyState>
    );
  const [title, text] = EMPTY[queue];
  return <EmptyState title={title}>{text}</EmptyState>;
}

function Filters({ address }: { address: Props['address'] }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const go = (change: Record<string, string>) =>
    navigate(addressWith(params, { id: '', page: '', ...change }));
  return (
    <Toolbar label="Filter">
      <SegmentedLinks
        label="Queue"
        links={(
          [
            ['open', 'To decide'],
            ['rejected', 'Not approved'],
            ['all', 'All flagged'],
          ] as const
        ).map(([queue, label]) => ({
          to: addressWith(params, { queue: queue === 'open' ? '' : queue, id: '', page: '' }),
          label,
          isCurrent: address.queue === queue,
        }))}
      />
      <Select
        label="Code"
        isLabelHidden
        className="max-w-60 min-w-0 max-sm:grow max-sm:basis-36 sm:ml-auto"
        value={address.code ?? ''}
        onChange={(event) => go({ code: event.currentTarget.value })}
      >
        <option value="">All codes</option>
        {ALL_CODES.map((code) => (
          <option key={code} value={code}>
            {code} {MODERATION_CODES[code]}
          </option>
        ))}
      </Select>
      <Select
        label="Flagged"
        isLabelHidden
        className="min-w-0 max-sm:grow max-sm:basis-36"
        value={address.days ?? ''}
        onChange={(event) => go({ days: event.currentTarget.value })}
      >
        <option value="">Any time</option>
        <option value="7">Last 7 days</option>
        <option value="30">Last 30 days</option>
      </Select>
    </Toolbar>
  );
}

/** The page's URL with changed parameters; empty values are removed. */
function addressWith(params: URLSearchParams, change: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return `/admin/moderation?${next.toString()}`.replace(/\?$/, '');
}
