import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { TextArea } from '~/ui/form/text-area';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { formatEstimate } from '~/ui/format-money';
import { Notice } from '~/ui/notice';
import { showToast } from '~/ui/overlay/toast';
import { RestoreDiscarded } from '~/ui/restore-discarded';
import { Diff } from '~/ui/word-diff';
import { messageOf } from '~/core/browser/call-api';
import { keepDiscarded } from '~/core/browser/discarded';
import type { ItemDetail } from '../runs/responses';
import type { ReviewRequest } from '../runs/items-schema';
import { LongText } from './long-text';
import type { ReplyDrafts } from './reply-drafts';
import type { RunCalls } from './run-api';
import { nameOfItem } from './run-labels';

interface Props {
  calls: RunCalls;
  item: ItemDetail;
  typicalMicroUsd: number | null;
  canReview: boolean;
  drafts: ReplyDrafts;
  onReviewed: (item: ItemDetail) => void;
  onNext: (() => void) | null;
}

/** A reply with its review: accept, edit or ask again. */
export function ReplyReview({ calls, item, typicalMicroUsd, canReview, drafts, onReviewed, onNext }: Props) {
  const place = `${String(item.batch)}/${String(item.number)}`;
  const [isEditing, setIsEditing] = useState(drafts.get(place) !== undefined);
  const editButton = useRef<HTMLButtonElement>(null);
  useFocusAfter(isEditing, editButton);
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function act(which: string, call: () => Promise<ItemDetail>): Promise<boolean> {
    setBusy(which);
    setError(null);
    try {
      onReviewed(await call());
      return true;
    } catch (thrown) {
      const message = messageOf(thrown);
      if (isHere.current) setError(message);
      else showToast('error', `Your review of “${nameOfItem(item)}” wasn’t saved. ${message}`);
      return false;
    } finally {
      setBusy(null);
    }
  }
  const say = (request: ReviewRequest) => act(request.verdict, () => calls.review(item, request));
  const { review, whyNotRevised } = item;
  // Failed transactions and copies of another reply cost nothing, but asking again costs about the average.
  const price = item.costMicroUsd === 0 ? typicalMicroUsd : item.costMicroUsd;
  const current = review?.verdict === 'edited' && review.isPending ? review.text : item.reply;

  if (isEditing) {
    return (
      <EditReply
        text={drafts.get(place) ?? current}
        error={error}
        isBusy={busy !== null}
        onType={(typed) => drafts.set(place, typed)}
        onCancel={() => {
          const typed = drafts.get(place);
          if (typed !== undefined && typed !== current)
            keepDiscarded(drafts.discardedAt(place), { Reply: typed });
          drafts.delete(place);
          setError(null);
          setIsEditing(false);
        }}
        onSave={(reply) =>
          void say({ verdict: 'edited', reply }).then((isDone) => {
            // Text typed while the request was in flight isn't saved yet.
            if (!isDone || (drafts.get(place) ?? reply) !== reply) return;
            drafts.delete(place);
            setIsEditing(false);
          })
        }
      />
    );
  }
  return (
    <>
      {review?.verdict === 'edited' ? (
        <Edited item={item} review={review} />
      ) : (
        <LongText title="Reply" text={current} />
      )}
      {error === null ? null : <Notice tone="bad">{error}</Notice>}
      {canReview && whyNotRevised !== null ? <p className="text-s text-ink-3">{whyNotRevised}</p> : null}
      {canReview && (whyNotRevised === null || item.status === 'succeeded') ? (
        <div role="group" aria-label="Review" className={cx(BAR, '-mb-2 flex-wrap items-center')}>
          {item.status === 'succeeded' && (review === null || isAnswered(review)) ? (
            <Button
              isBusy={busy === 'accepted'}
              onClick={() =>
                void say({ verdict: 'accepted' }).then((isDone) => {
                  // Don't navigate if the user has already left this transaction.
                  if (isDone && isHere.current) onNext?.();
                })
              }
            >
              Accept
            </Button>
          ) : null}
          {whyNotRevised === null ? (
            <Button ref={editButton} onClick={() => setIsEditing(true)}>
              Edit
            </Button>
          ) : null}
          {whyNotRevised === null ? (
            <RestoreDiscarded
              place={drafts.discardedAt(place)}
              onRestore={({ Reply = '' }) => {
                drafts.set(place, Reply);
                setIsEditing(true);
              }}
            />
          ) : null}
          {whyNotRevised !== null || (review?.verdict === 'asked' && review.isPending) ? null : (
            <Button variant="ghost" isBusy={busy === 'asked'} onClick={() => void say({ verdict: 'asked' })}>
              Ask again{price === null ? '' : ` ${formatEstimate(price)}`}
            </Button>
          )}
          {review !== null && (review.isPending || review.verdict === 'accepted') ? (
            <Button
              variant="ghost"
              isBusy={busy === 'undo'}
              onClick={() => void act('undo', () => calls.undoReview(item))}
            >
              Undo
            </Button>
          ) : null}
        </div>
      ) : null}
      {review?.isPending === true ? (
        <p className="text-s text-ink-2">
          {review.verdict === 'asked'
            ? 'The model is asked again when the outputs are written again.'
            : 'The output files don’t include this yet. The button to write them again is at the top of the page.'}
        </p>
      ) : null}
    </>
  );
}

/**
 * On phones the bar extends over the sheet's bottom padding, which would otherwise show text and the field's outline.
 */
const BAR =
  'sticky -bottom-4 z-sticky -mx-1 flex gap-2 bg-surface px-1 py-2 max-lg:pb-4 lg:bottom-0 lg:bg-paper';

/** Was asked again, and the output files have the new reply. */
const isAnswered = ({ verdict, isPending }: NonNullable<ItemDetail['review']>): boolean =>
  verdict === 'asked' && !isPending;

/** Word-by-word diff of the edited reply against the model's. */
function Edited({ item, review }: { item: ItemDetail; review: NonNullable<ItemDetail['review']> }) {
  const [showsChanges, setShowsChanges] = useState(false);
  return (
    <>
      {showsChanges ? (
        <section aria-label="Changes">
          <h4 className="mb-1 text-xs font-medium text-ink-3">Changes</h4>
          <Diff before={review.original} after={review.text} />
        </section>
      ) : (
        <LongText title="Reply, edited" text={review.isPending ? review.text : item.reply} />
      )}
      <Button
        size="s"
        className="self-start"
        aria-pressed={showsChanges}
        onClick={() => setShowsChanges(!showsChanges)}
      >
        {showsChanges ? 'Hide changes' : 'Show changes'}
      </Button>
    </>
  );
}

interface EditProps {
  text: string;
  error: string | null;
  isBusy: boolean;
  onType: (text: string) => void;
  onSave: (reply: string) => void;
  onCancel: () => void;
}

function EditReply({ text, error, isBusy, onType, onSave, onCancel }: EditProps) {
  const [typed, setTyped] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(typed);
      }}
    >
      <TextArea
        ref={area}
        label="Reply"
        value={typed}
        maxRows={18}
        error={error ?? undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onType(currentTarget.value);
        }}
      />
      <div className={BAR}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Save
        </Button>
        <Button onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
