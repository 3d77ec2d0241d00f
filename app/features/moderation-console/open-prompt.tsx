import type { RefObject } from 'react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { Disclosure } from '~/ui/disclosure';
import { formatCount, formatCountOf } from '~/ui/format-count';
import { Kbd } from '~/ui/kbd';
import { Notice } from '~/ui/notice';
import { DateTime, RelativeTime } from '~/ui/relative-time';
import { ScrollRegion } from '~/ui/scroll-region';
import type { readModerationPage } from '~/features/prompts/index.server';
import { DecisionForm, type Decision } from './decision-form';
import { StandingTag } from './standing-tag';

type Opened = NonNullable<Awaited<ReturnType<typeof readModerationPage>>['open']>;

type Props = {
  open: Opened;
  head: RefObject<HTMLHeadingElement>;
  position: { place: number; of: number } | null;
  previous: string | undefined;
  next: string | undefined;
  decision: Decision;
  userId: string;
  now: string;
  timeZone: string;
};

/** One flagged prompt with its context and the decision form. */
export function OpenPrompt({ open, head, position, previous, next, decision, userId, now, timeZone }: Props) {
  const { prompt, reports } = open;
  return (
    <article aria-labelledby="open-prompt" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="num grow text-s text-ink-3">
          {position ? `${String(position.place)} of ${String(position.of)} on this page` : null}
        </p>
        <Turn to={previous} label="Previous" hint="K" />
        <Turn to={next} label="Next" hint="J" />
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 ref={head} id="open-prompt" tabIndex={-1} className="rounded-1 text-l wrap-anywhere">
          <bdi>{prompt.title}</bdi>
        </h2>
        <StandingTag state={prompt.moderationState} />
      </div>
      <p className="mt-1 text-s wrap-anywhere text-ink-2">
        {prompt.userName}, {prompt.userEmail}
        {prompt.flaggedDate ? (
          <>
            {' · flagged '}
            <RelativeTime at={prompt.flaggedDate} now={now} timeZone={timeZone} />
          </>
        ) : null}
      </p>
      {prompt.description ? <p className="mt-3 text-s wrap-anywhere">{prompt.description}</p> : null}
      <ScrollRegion
        label="The prompt"
        className="mt-3 max-h-80 overflow-y-auto rounded-2 border border-line bg-surface p-4 text-s wrap-anywhere whitespace-pre-wrap"
      >
        {prompt.content}
      </ScrollRegion>
      {prompt.authorNote ? (
        <Notice className="mt-3" title="The author says">
          <span className="wrap-anywhere whitespace-pre-line">{prompt.authorNote}</span>
        </Notice>
      ) : null}
      {reports.length > 0 ? (
        <Notice tone="warn" className="mt-3" title={formatCountOf(reports.length, 'report')}>
          <ul>
            {reports.map(({ reason, note, at }) => (
              <li key={`${at} ${note}`} className="wrap-anywhere">
                {reason}
                {note ? `: ${note}` : ''}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <DecisionForm {...{ prompt, userId, decision, next, previous }} />
      <History open={open} timeZone={timeZone} />
    </article>
  );
}

function Turn({ to, label, hint }: { to: string | undefined; label: string; hint: string }) {
  const words = (
    <>
      {label}{' '}
      <span aria-hidden="true" className="max-sm:hidden">
        <Kbd>{hint}</Kbd>
      </span>
    </>
  );
  return to === undefined ? (
    <Button size="s" disabled>
      {words}
    </Button>
  ) : (
    <ButtonLink size="s" to={to} preventScrollReset>
      {words}
    </ButtonLink>
  );
}

function History({ open: { author, history, prompt }, timeZone }: { open: Opened; timeZone: string }) {
  return (
    <div className="mt-6">
      <Disclosure summary="Author and history">
        <div className="flex flex-col gap-3 py-2 text-s">
          <p className="text-ink-2">
            {prompt.userName} joined on <DateTime at={author.memberSince} timeZone={timeZone} isDay /> and has{' '}
            {formatCountOf(author.saved, 'saved prompt')}: {formatCount(author.published)} public,{' '}
            {formatCount(author.rejected)} not approved.
          </p>
          {history.length === 0 ? <p className="text-ink-3">No activity yet.</p> : null}
          <ul>
            {history.map(({ id, at, actorEmail, action }) => (
              <li key={id} className="flex flex-wrap gap-x-3 border-t border-line py-1.5">
                <DateTime at={at} timeZone={timeZone} />
                <span>{ACTIONS[action] ?? action}</span>
                <span className="wrap-anywhere text-ink-3">{actorEmail}</span>
              </li>
            ))}
          </ul>
        </div>
      </Disclosure>
    </div>
  );
}

const ACTIONS: Readonly<Record<string, string>> = {
  'prompt.approved': 'Approved',
  'prompt.rejected': 'Not approved',
  'prompt.flagged': 'Flagged',
  'prompt.noted': 'Codes or notes saved',
  'prompt.appealed': 'Appealed',
  'prompt.published': 'Published',
  'prompt.reported': 'Reported',
  'prompt.review-requested': 'Review requested',
  'prompt.unpublished': 'Made private',
};
