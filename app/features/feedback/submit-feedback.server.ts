import type { Feedback } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import { MICRO_USD_PER_CENT } from '~/core/shared/money';
import { isTestDrive, ownMicroUsd } from '~/core/shared/permissions';
import { pretty, textFile, type ExportFile } from '~/core/shared/export-file';
import type { PrismaClient } from '~/core/db/app-database';
import type { RateLimit } from '~/core/server/rate-limits.server';
import type { Actor } from '~/core/server/session.server';
import type { FeedbackDeps } from './deps.server';
import { groupOf, NOT_AVAILABLE, QUESTION_KEYS, type FeedbackInput, type QuestionKey } from './schema';

/** All submissions are stored, so their number is limited. */
export const FEEDBACK_RATE_LIMIT: RateLimit = { name: 'feedback', points: 10, perSeconds: 24 * 60 * 60 };

/** The survey of a test-drive account; null for others. */
export async function readSurvey(
  services: Pick<FeedbackDeps, 'ledger' | 'ledgerReports'>,
  actor: Pick<Actor, 'userId' | 'email'>,
) {
  if (!isTestDrive(actor.email)) return null;
  const { id, name, unlocksAtCents } = groupOf(actor.email);
  const isUnlocked = await hasReachedThreshold(services, actor.userId, unlocksAtCents);
  return { userId: actor.userId, group: { id, name }, unlocksAtCents, isUnlocked };
}

/** Whether the balance is or ever was at the group's threshold, so that new credit doesn't close the survey. */
async function hasReachedThreshold(
  services: Pick<FeedbackDeps, 'ledger' | 'ledgerReports'>,
  userId: string,
  cents: number,
): Promise<boolean> {
  const threshold = BigInt(cents) * MICRO_USD_PER_CENT;
  const balance = await services.ledger.balance(userId);
  return ownMicroUsd(balance) <= threshold || services.ledgerReports.hasSpentDownTo(userId, threshold);
}

export async function submitFeedback(
  services: Pick<FeedbackDeps, 'clock' | 'prisma' | 'ledger' | 'ledgerReports'>,
  actor: Pick<Actor, 'userId' | 'email'>,
  { CategoryId, Comment, ...answers }: FeedbackInput,
): Promise<{ message: string }> {
  const survey = await readSurvey(services, actor);
  if (!survey) throw new DomainError('forbidden', NOT_AVAILABLE, { code: 'feedback_not_available' });
  if (!survey.isUnlocked)
    throw new DomainError('forbidden', 'The survey opens after you’ve used more of your credit.', {
      code: 'feedback_locked',
    });
  if (CategoryId !== survey.group.id)
    throw new DomainError('invalid', `CategoryId must be ${String(survey.group.id)} for this account.`, {
      code: 'wrong_group',
    });
  await services.prisma.feedback.create({
    data: {
      userId: actor.userId,
      categoryId: CategoryId,
      ...rowAnswers(answers),
      comment: Comment,
      createdAt: new Date(services.clock()),
    },
  });
  return { message: 'Feedback submitted. Thank you!' };
}

type Columns = Pick<Feedback, Lowercase<QuestionKey>>;

const rowAnswers = (answers: Record<QuestionKey, number>): Columns => ({
  q1: answers.Q1,
  q2: answers.Q2,
  q3: answers.Q3,
  q4: answers.Q4,
  q5: answers.Q5,
  q6: answers.Q6,
  q7: answers.Q7,
  q8: answers.Q8,
  q9: answers.Q9,
  q10: answers.Q10,
});

export const columnOf = (key: QuestionKey) => key.toLowerCase() as Lowercase<QuestionKey>;

/** In the order of the questions. */
export const answersOf = (row: Columns): number[] => QUESTION_KEYS.map((key) => row[columnOf(key)]);

/** Export and deletion of a user's survey answers. */
export const feedbackData = ({ prisma }: { prisma: PrismaClient }) => ({
  exportFiles: async function* (userId: string): AsyncGenerator<ExportFile> {
    const rows = await prisma.feedback.findMany({ where: { userId }, omit: { userId: true } });
    if (rows.length > 0) yield textFile('feedback.json', pretty(rows));
  },
  remove: async (userId: string): Promise<void> => {
    await prisma.feedback.deleteMany({ where: { userId } });
  },
});
