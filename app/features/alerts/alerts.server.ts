import { DAY_MS } from '~/core/shared/clock';
import { DEMO_PROVIDER, findReplyThatEndedDemo } from '~/features/completions/index.server';
import type { Health, HealthCheck } from '~/features/diagnostics/index.server';
import { countAwaitingDecision } from '~/features/prompts/index.server';
import type { AlertsDeps } from './deps.server';
import { formatCountOf } from '~/ui/format-count';
import { formatBalance, microUsdFromCents } from '~/ui/format-money';
import { readOpenDisputes } from './read-open-disputes.server';

/** Older incidents were already mailed, or can no longer be: mails are retried for this long. */
const NEW_MS = 3 * DAY_MS;

interface Finding {
  /** Mailed once per value; without it, once a day. */
  about?: string;
  paragraphs: string[];
}

/** A condition that is mailed to administrators. */
interface Alert {
  subject: string;
  /** The console page that shows it. */
  page: string;
  find: (services: AlertsDeps, health: Health) => Finding[] | Promise<Finding[]>;
}

/** A health check that is in one of these states. */
const healthAlert = (
  key: string,
  subject: string,
  states: readonly HealthCheck['state'][] = ['bad'],
): Alert => ({
  subject,
  page: '/admin/health',
  find: (_services, { checks }) =>
    checks
      .filter((check) => check.key === key && states.includes(check.state))
      .map(({ message, fix }) => ({ paragraphs: fix === null ? [message] : [message, fix] })),
});

export const ALERTS: Readonly<Record<string, Alert>> = {
  providers: healthAlert('providers', 'A provider is failing'),
  mail: healthAlert('mail', 'Emails can’t be sent'),
  disk: healthAlert('disk', 'Disk space is low', ['warn', 'bad']),
  files: healthAlert('files', 'Files can’t be written'),
  backups: healthAlert('backups', 'Backups are failing'),
  books: healthAlert('books', 'The books have a problem'),
  bookings: healthAlert('bookings', 'Requests are waiting to be charged'),
  dispute: {
    subject: 'A payment was disputed',
    page: '/admin/billing',
    find: async (services) =>
      (await readOpenDisputes(services, NEW_MS)).map(({ paymentIntentId, disputeId, cents, email }) => ({
        about: `${paymentIntentId}:${disputeId}`,
        paragraphs: [
          `The bank of ${email} disputed a payment of ${formatBalance(microUsdFromCents(cents))}. Until it decides, the amount and its bonus are off their balance.`,
          `Answer it before its deadline: https://dashboard.stripe.com/payments/${paymentIntentId}`,
        ],
      })),
  },
  demo: {
    subject: 'Demo is no longer offered',
    page: '/admin/models',
    find: async ({ prisma, env, clock }) => {
      const reply = env.DEMO_PROVIDER === 'auto' ? await findReplyThatEndedDemo(prisma) : undefined;
      if (!reply || reply.atMs <= clock() - NEW_MS) return [];
      const row = await prisma.aiProvider.findUnique({ where: { key: reply.provider } });
      return [
        {
          about: DEMO_PROVIDER,
          paragraphs: [
            `${row?.name ?? reply.provider} has answered its first request, so the built-in Demo model is gone for good, even if that provider is turned off.`,
            'To keep it, set DEMO_PROVIDER=on and restart.',
          ],
        },
      ];
    },
  },
  prompts: {
    subject: 'Prompts are waiting for a decision',
    page: '/admin/moderation',
    find: async (services) => {
      const waiting = await countAwaitingDecision(services);
      const verb = waiting === 1 ? 'is' : 'are';
      return waiting === 0
        ? []
        : [
            {
              paragraphs: [`${formatCountOf(waiting, 'prompt')} ${verb} waiting for a moderator’s decision.`],
            },
          ];
    },
  },
};
