import {
  correctionProblem,
  KEPT_TEXT_CHARACTERS,
  replyForm,
  type TransactionResult,
} from '@promptwell/baiql-runtime';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import type { Review } from '../store/run-store.server';
import { getItem } from './list-items.server';
import { detailsRemoved, findRun, readPlan, assertDetailsKept, requireOwnRun } from './read-runs.server';
import type { ItemDetail, RunReviews } from './responses';
import type { ReviewRequest } from './items-schema';

type Deps = Pick<BaiqlDeps, 'prisma' | 'baiql'>;

interface Place {
  id: string;
  batch: number;
  number: number;
}

/** One transaction of the user's run with its full reply, and whether it can be reviewed. */
export async function getItemDetail(services: Deps, actor: UserRef, place: Place): Promise<ItemDetail> {
  const item = await getItem(services, actor, place);
  const result = await findResult(services, place);
  const reply = await wholeReply(services, place, result);
  const { review } = item;
  const current = review?.verdict === 'edited' && review.isPending ? review.text : reply;
  return {
    ...item,
    reply: reply ?? item.reply,
    fields: current === null ? null : await fieldsOf(services, place, result, current),
    whyNotRevised: whyNot(result, reply),
  };
}

async function fieldsOf(
  services: Deps,
  { id, batch }: Place,
  { lastRun }: TransactionResult,
  reply: string,
): Promise<ItemDetail['fields']> {
  const plan = lastRun === undefined ? null : await readPlan(services, id);
  return plan === null || lastRun === undefined ? null : replyForm(plan, { batch, run: lastRun }, reply);
}

/**
 * Reviews a reply: accept it, edit it, or ask again. Nothing is sent or written yet; the next continuation of the run
 * does both, and charges only for replies asked again.
 */
export async function reviewItem(
  services: Deps,
  actor: UserRef,
  { verdict, reply, ...place }: ReviewRequest & Place,
): Promise<ItemDetail> {
  assertDetailsKept(await findRun(services, actor, place.id));
  const { review } = await getItem(services, actor, place);
  const result = await findResult(services, place);
  const now = await wholeReply(services, place, result);
  const { lastRun = '' } = result;
  // Editing again keeps the original; once the edit is in the files, asking again refers to the new reply.
  const original = review?.verdict === 'edited' ? review.original : (now ?? result.reply);
  const made: Review = {
    executionId: place.id,
    batch: place.batch,
    number: place.number,
    verdict,
    isPending: verdict !== 'accepted',
    run: lastRun,
    text: '',
    original,
  };
  if (verdict !== 'accepted') {
    const refusal = whyNot(result, now);
    if (refusal !== null) throw new DomainError('conflict', refusal, { code: 'not_revisable' });
  }
  if (verdict === 'edited') made.text = await checkCorrection(services, place, lastRun, reply);
  else if (verdict === 'accepted' && review?.verdict === 'edited')
    return getItemDetail(services, actor, place);
  if (!(await services.baiql.store.saveReview(made))) throw runStillInProgress();
  return getItemDetail(services, actor, place);
}

/** Removes a review that is not in the output files yet. */
export async function undoReview(services: Deps, actor: UserRef, place: Place): Promise<ItemDetail> {
  assertDetailsKept(await findRun(services, actor, place.id));
  const { review } = await getItem(services, actor, place);
  if (review !== null && review.verdict !== 'accepted' && !review.isPending) {
    throw new DomainError('conflict', 'This change is already in the files. Edit the reply again instead.', {
      code: 'review_written',
    });
  }
  if (!(await services.baiql.store.removeReview(place.id, place))) throw runStillInProgress();
  return getItemDetail(services, actor, place);
}

/** Counts the reviews of the user's run, and estimates the cost of asking again. */
export async function countReviews(services: Deps, actor: UserRef, id: string): Promise<RunReviews> {
  await requireOwnRun(services, actor, id);
  return services.baiql.store.countReviews(id);
}

export async function findResult(
  { baiql }: Pick<BaiqlDeps, 'baiql'>,
  { id, batch, number }: Place,
): Promise<TransactionResult> {
  const [result] = await baiql.store.loadResults(id, { batch, number: number - 1 }, 1);
  if (result?.number !== number) throw new Error(`Transaction ${batch}/${number} was there a moment ago.`);
  return result;
}

/** The result holds only the beginning of a long reply; the rest is in its outputs or among the stored replies. */
async function wholeReply(
  { baiql }: Pick<BaiqlDeps, 'baiql'>,
  { id, batch, number }: Place,
  { reply, outputs, lastRun }: TransactionResult,
): Promise<string | null> {
  if (reply.length <= KEPT_TEXT_CHARACTERS) return reply;
  const beginning = reply.slice(0, KEPT_TEXT_CHARACTERS);
  const sent = outputs.find(({ result }) => result.reply.startsWith(beginning));
  if (sent !== undefined) return sent.result.reply;
  if (lastRun === undefined) return null;
  const stored = await baiql.store.replyOfRun(id, { batch, number }, lastRun);
  return stored?.text.trim() ?? null;
}

function whyNot({ lastRun, globals }: TransactionResult, reply: string | null): string | null {
  if (lastRun === undefined) return 'No reply here can be corrected. Run the script again instead.';
  if (globals !== undefined) {
    return 'This batch assigns a GLOBAL, and later transactions used its value, so a single reply can’t be changed. Edit the script and run it again instead.';
  }
  return reply === null
    ? 'This reply is too long to be stored in full, so it can’t be corrected here.'
    : null;
}

async function checkCorrection(
  services: Deps,
  { id, batch }: Place,
  run: string,
  reply = '',
): Promise<string> {
  const plan = await readPlan(services, id);
  if (plan === null) throw detailsRemoved();
  const problem = correctionProblem(plan, { batch, run }, reply);
  if (problem === null) return reply;
  const { message, fields } = problem;
  throw new DomainError('invalid', message, { code: 'bad_reply', field: 'reply', data: { fields } });
}

const runStillInProgress = (): DomainError =>
  new DomainError('conflict', 'The run is still in progress. Review its replies when it ends.', {
    code: 'run_goes_on',
  });
