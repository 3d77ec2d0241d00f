import { useNavigate } from '@remix-run/react';
import { useRef } from 'react';
import { Button } from '~/ui/button';
import { ButtonLink } from '~/ui/button-link';
import { cx } from '~/ui/cx';
import { Disclosure } from '~/ui/disclosure';
import { Checkbox } from '~/ui/form/checkbox';
import { TextArea } from '~/ui/form/text-area';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { formatCount } from '~/ui/format-count';
import { Kbd } from '~/ui/kbd';
import { Notice } from '~/ui/notice';
import { DateTime, RelativeTime } from '~/ui/relative-time';
import { ScrollRegion } from '~/ui/scroll-region';
import { ALL_CODES, MODERATION_CODES } from '~/features/prompts';
import type { readModerationPage } from '~/features/prompts/index.server';
import { StandingTag } from './standing-tag';
import { forgetNotes, useNotes } from './use-notes';
import { useQueueKeys } from './use-queue-keys';

type Opened = NonNullable<Awaited<ReturnType<typeof readModerationPage>>['open']>;

type Props = {
  open: Opened;
  position: { place: number; of: number } | null;
  previous: string | undefined;
  next: string | undefined;
  decision: ReturnType<typeof useDecision>;
  now: string;
  timeZone: string;
};

/** One flagged prompt with what is known about it, and the decision. */
export function OpenPrompt({ open, position, previous, next, decision, now, timeZone }: Props) {
  const { prompt, reports } = open;
  const { fetcher, isBusy, onSubmit } = decision;
  const error = decision.errorFor(prompt.id);
  const form = useRef<HTMLFormElement>(null);
  const [notes, setNotes] = useNotes(prompt.id, prompt.moderationNotes);
  const { digit, said } = useQueueKeys(form, { next, previous });
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
        <h2 id="open-prompt" className="text-l wrap-anywhere">
          {prompt.title}
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
        <Notice
          tone="warn"
          className="mt-3"
          title={reports.length === 1 ? '1 report' : `${formatCount(reports.length)} reports`}
        >
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
      <fetcher.Form
        ref={form}
        method="post"
        onSubmit={() => onSubmit(prompt.id, notes)}
        className="mt-5 flex flex-col gap-4"
      >
        <input type="hidden" name="id" value={prompt.id} />
        <input type="hidden" name="version" value={prompt.version} />
        <input type="hidden" name="moderationState" value={prompt.moderationState} />
        <fieldset>
          <legend className="mb-2 text-s font-medium">Codes</legend>
          <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
            {ALL_CODES.map((code) => (
              <Checkbox
                key={code}
                name="moderationCodes"
                value={code}
                defaultChecked={prompt.moderationCodes.includes(code)}
                label={
                  <>
                    <span
                      className={cx(
                        'num text-ink-3',
                        digit !== '' && code.startsWith(digit) && 'text-accent',
                      )}
                    >
                      <Kbd>{code}</Kbd>
                    </span>{' '}
                    {MODERATION_CODES[code]}
                  </>
                }
              />
            ))}
          </div>
        </fieldset>
        <TextArea
          label="Notes"
          name="moderationNotes"
          hint="The author reads them with the decision."
          rows={2}
          countTo={2000}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        {error ? <Notice tone="bad">{error}</Notice> : null}
        <Decisions isBusy={isBusy} isFlagged={prompt.isFlagged} />
        <KeyHelp digit={digit} said={said} />
      </fetcher.Form>
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

function Decisions({ isBusy, isFlagged }: { isBusy: boolean; isFlagged: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" name="intent" value="notes" disabled={isBusy} data-key="s">
        Save codes and notes{' '}
        <span aria-hidden="true" className="max-sm:hidden">
          <Kbd>S</Kbd>
        </span>
      </Button>
      {isFlagged ? (
        <>
          <Button type="submit" name="intent" value="reject" disabled={isBusy} data-key="r">
            Don’t approve{' '}
            <span aria-hidden="true" className="max-sm:hidden">
              <Kbd>R</Kbd>
            </span>
          </Button>
          <Button
            type="submit"
            name="intent"
            value="approve"
            variant="primary"
            disabled={isBusy}
            data-key="a"
          >
            Approve{' '}
            <span aria-hidden="true" className="max-sm:hidden">
              <Kbd>A</Kbd>
            </span>
          </Button>
        </>
      ) : (
        <Button type="submit" name="intent" value="flag" disabled={isBusy} data-key="f">
          Flag{' '}
          <span aria-hidden="true" className="max-sm:hidden">
            <Kbd>F</Kbd>
          </span>
        </Button>
      )}
    </div>
  );
}

/** What the keyboard does here, and what it did last. */
function KeyHelp({ digit, said }: { digit: string; said: string }) {
  return (
    <div className="flex flex-col gap-1 text-s text-ink-3 max-sm:hidden">
      <p>
        To set a code, type its number and letter: <Kbd>1</Kbd> then <Kbd>A</Kbd>. <Kbd>N</Kbd> writes notes,{' '}
        <Kbd>Esc</Kbd> leaves them.
      </p>
      <p role="status" className="min-h-5 text-ink-2">
        {digit === '' ? said : `Code ${digit}… now its letter`}
      </p>
    </div>
  );
}

function History({ open: { author, history, prompt }, timeZone }: { open: Opened; timeZone: string }) {
  return (
    <div className="mt-6">
      <Disclosure summary="Author and history">
        <div className="flex flex-col gap-3 py-2 text-s">
          <p className="text-ink-2">
            {prompt.userName} joined on <DateTime at={author.memberSince} timeZone={timeZone} isDay /> and has{' '}
            {formatCount(author.saved)} {author.saved === 1 ? 'saved prompt' : 'saved prompts'}:{' '}
            {formatCount(author.published)} public, {formatCount(author.rejected)} not approved.
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

/**
 * After a decision the next prompt opens, so that a queue is gone through without a click in between. The page holds it,
 * since the decided prompt may be gone before the answer is drawn.
 */
export function useDecision(then: string) {
  const navigate = useNavigate();
  const onwards = useRef(then);
  const sent = useRef({ promptId: '', notes: '' });
  const { fetcher, error, isBusy } = useFetcherForm<'approve' | 'reject' | 'notes' | 'flag'>({
    onDone: (_, intent) => {
      forgetNotes(sent.current.promptId, sent.current.notes);
      if (intent === 'notes' || intent === 'flag') return;
      navigate(onwards.current, { replace: true, preventScrollReset: true });
    },
  });
  return {
    fetcher,
    isBusy,
    error,
    errorFor: (promptId: string | undefined) =>
      fetcher.data?.reply?.initialValue?.id === promptId ? error : undefined,
    /** Where it leads is what the list says now, not what is left of it afterwards. */
    onSubmit: (promptId: string, notes: string) => {
      sent.current = { promptId, notes };
      onwards.current = then;
    },
  };
}
