import { useNavigate } from '@remix-run/react';
import { useMemo, useRef, type MouseEvent } from 'react';
import { ALL_CODES, MODERATION_CODES } from '~/features/prompts';
import type { readModerationPage } from '~/features/prompts/index.server';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { Checkbox } from '~/ui/form/checkbox';
import { TextArea } from '~/ui/form/text-area';
import { useFetcherForm } from '~/ui/form/use-fetcher-form';
import { Kbd } from '~/ui/kbd';
import { Notice } from '~/ui/notice';
import { settleModerationDraft, useModerationDraft, type ModerationDraft } from './use-moderation-draft';
import { useQueueKeys } from './use-queue-keys';

type Props = {
  prompt: NonNullable<Awaited<ReturnType<typeof readModerationPage>>['open']>['prompt'];
  userId: string;
  decision: Decision;
  previous: string | undefined;
  next: string | undefined;
};

/** Violation codes, notes and the decision on a prompt, with single-key shortcuts. */
export function DecisionForm({ prompt, userId, decision, previous, next }: Props) {
  const { fetcher, isBusy, onSubmit } = decision;
  const error = decision.errorFor(prompt.id);
  const form = useRef<HTMLFormElement>(null);
  const { moderationNotes, moderationCodes } = prompt;
  const saved = useMemo(
    () => ({ notes: moderationNotes, codes: inOrder(moderationCodes) }),
    [moderationNotes, moderationCodes],
  );
  const { notes, codes, change } = useModerationDraft(userId, prompt.id, saved);
  const chosen = codes.split(' ');
  const { digit, announcement } = useQueueKeys(form, { next, previous });
  return (
    <fetcher.Form
      ref={form}
      method="post"
      onSubmit={() => onSubmit({ promptId: prompt.id, draft: { notes, codes } })}
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
              checked={chosen.includes(code)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  codes: inOrder(checked ? [...chosen, code] : chosen.filter((each) => each !== code)),
                })
              }
              label={
                <>
                  <span
                    className={cx('num text-ink-3', digit !== '' && code.startsWith(digit) && 'text-accent')}
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
        countLimit={2000}
        value={notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <Decisions isBusy={isBusy} isFlagged={prompt.isFlagged} />
      <KeyHelp digit={digit} announcement={announcement} />
    </fetcher.Form>
  );
}

/** Canonical form of the codes, independent of the order of selection. */
const inOrder = (codes: readonly string[]): string =>
  ALL_CODES.filter((code) => codes.includes(code)).join(' ');

/** The second click of a double click might decide the next prompt unread. */
const onlyOnce = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault();
};

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
          <Button
            type="submit"
            name="intent"
            value="reject"
            disabled={isBusy}
            data-key="r"
            onClick={onlyOnce}
          >
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
            onClick={onlyOnce}
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

/** Shortcut help, and the effect of the last key. */
function KeyHelp({ digit, announcement }: { digit: string; announcement: string }) {
  return (
    <div className="flex flex-col gap-1 text-s text-ink-3 max-sm:hidden">
      <p>
        To set a code, type its number and letter: <Kbd>1</Kbd> then <Kbd>A</Kbd>. <Kbd>N</Kbd> writes notes,{' '}
        <Kbd>Esc</Kbd> leaves them.
      </p>
      <p role="status" className="min-h-5 text-ink-2">
        {digit === '' ? announcement : `Code ${digit}… now its letter`}
      </p>
    </div>
  );
}

interface SentDecision {
  promptId: string;
  draft: ModerationDraft;
}

export type Decision = ReturnType<typeof useDecision>;

/**
 * Opens the next prompt after a decision. Kept by the page, because the decided prompt may have left the queue before
 * the response is rendered.
 */
export function useDecision(userId: string, then: string) {
  const navigate = useNavigate();
  const onwards = useRef(then);
  const sent = useRef<SentDecision>();
  const { fetcher, error, isBusy } = useFetcherForm<'approve' | 'reject' | 'notes' | 'flag'>({
    onDone: (_, intent) => {
      if (sent.current) settleModerationDraft(userId, sent.current.promptId, sent.current.draft);
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
    /** Reads the target from the list now, because the list changes with the decision. */
    onSubmit: (decision: SentDecision) => {
      sent.current = decision;
      onwards.current = then;
    },
  };
}
