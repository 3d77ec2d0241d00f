import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { useFocusAfter } from '~/ui/focus-if-lost';
import { formatEstimate } from '~/ui/format-money';
import { Notice } from '~/ui/notice';
import { showToast } from '~/ui/overlay/toast';
import { RestoreDiscarded } from '~/ui/restore-discarded';
import { Diff } from '~/ui/word-diff';
import { ApiError, messageOf } from '~/core/browser/call-api';
import type { ItemDetail } from '../runs/responses';
import type { ReviewRequest } from '../runs/items-schema';
import { fieldLines, type FieldTexts } from './field-values';
import { LongText } from './long-text';
import type { ReplyDrafts } from './reply-drafts';
import { draftPlaces, hasDraft, ReplyEditor } from './reply-editor';
import { ReplyFields } from './reply-fields';
import { REVIEW_BAR } from './review-bar';
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
  const places = draftPlaces(item);
  const [isEditing, setIsEditing] = useState(hasDraft(drafts, item));
  const editButton = useRef<HTMLButtonElement>(null);
  useFocusAfter(isEditing, editButton);
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [fieldErrors, setFieldErrors] = useState<FieldTexts>({});
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
    setFieldErrors({});
    try {
      onReviewed(await call());
      return true;
    } catch (thrown) {
      const message = messageOf(thrown);
      setFieldErrors(fieldErrorsOf(thrown));
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
      <ReplyEditor
        item={item}
        current={current}
        drafts={drafts}
        error={error}
        fieldErrors={fieldErrors}
        isBusy={busy !== null}
        onSave={(reply) => say({ verdict: 'edited', reply })}
        onClose={() => {
          setError(null);
          setFieldErrors({});
          setIsEditing(false);
        }}
      />
    );
  }
  return (
    <>
      {review?.verdict === 'edited' ? (
        <Edited item={item} review={review} />
      ) : (
        <Reply title="Reply" item={item} text={current} />
      )}
      {error === null ? null : <Notice tone="bad">{error}</Notice>}
      {canReview && whyNotRevised !== null ? <p className="text-s text-ink-3">{whyNotRevised}</p> : null}
      {canReview && (whyNotRevised === null || item.status === 'succeeded') ? (
        <div role="group" aria-label="Review" className={cx(REVIEW_BAR, '-mb-2 flex-wrap items-center')}>
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
              place={drafts.discardedAt(places.text)}
              onRestore={({ Reply: text = '' }) => {
                drafts.set(places.text, text);
                setIsEditing(true);
              }}
            />
          ) : null}
          {whyNotRevised === null && item.fields !== null ? (
            <RestoreDiscarded
              place={drafts.discardedAt(places.fields)}
              onRestore={(texts) => {
                drafts.set(places.fields, JSON.stringify(texts));
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

function Reply({ title, item, text }: { title: string; item: ItemDetail; text: string }) {
  return item.fields === null ? (
    <LongText title={title} text={text} />
  ) : (
    <ReplyFields title={title} fields={item.fields} reply={text} />
  );
}

/** Whether it was requested again, and the output files have the new reply. */
const isAnswered = ({ verdict, isPending }: NonNullable<ItemDetail['review']>): boolean =>
  verdict === 'asked' && !isPending;

/** Word-by-word diff of the edited reply against the model's. */
function Edited({ item, review }: { item: ItemDetail; review: NonNullable<ItemDetail['review']> }) {
  const comparable = item.fields === null ? (text: string) => text : fieldLines;
  const [showsChanges, setShowsChanges] = useState(false);
  return (
    <>
      {showsChanges ? (
        <section aria-label="Changes">
          <h4 className="mb-1 text-xs font-medium text-ink-3">Changes</h4>
          <Diff before={comparable(review.original)} after={comparable(review.text)} />
        </section>
      ) : (
        <Reply title="Reply, edited" item={item} text={review.isPending ? review.text : item.reply} />
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

/** The server's messages by field, as sentences: “Must be a number, not "ten".” */
function fieldErrorsOf(thrown: unknown): FieldTexts {
  const fields = thrown instanceof ApiError ? thrown.body.fields : undefined;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, problem]) => [name, sentence(String(problem))]),
  );
}

const sentence = (problem: string): string => `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
