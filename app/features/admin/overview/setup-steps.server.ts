import type { UserRef } from '~/core/server/session.server';
import type { Message } from '~/core/shared/message';
import { writeAudit } from '~/features/audit/index.server';
import { listModels } from '~/features/completions/index.server';
import { newestBackup } from '~/features/operations/index.server';
import type { AdminDeps } from '../deps.server';

const DISMISSED_SETTING = 'setup-checklist';

/** Set-up steps of a new installation, in the recommended order. */
export type SetupStep = 'key' | 'mail' | 'people' | 'backup';

export interface SetupSteps {
  steps: readonly { step: SetupStep; isDone: boolean }[];
  /** URL of the register page. */
  registerUrl: string;
}

/** Null once all steps are done or the list was dismissed. */
export async function readSetupSteps(
  services: Pick<AdminDeps, 'env' | 'clock' | 'siteUrl' | 'prisma' | 'providers' | 'catalogue'>,
): Promise<SetupSteps | null> {
  const { prisma, env, siteUrl } = services;
  const [dismissed, providers, users] = await Promise.all([
    prisma.houseSetting.findUnique({ where: { name: DISMISSED_SETTING } }),
    listModels(services),
    prisma.user.count({ where: { deletedAt: null } }),
  ]);
  const steps = [
    { step: 'key', isDone: providers.some(({ isDemo }) => !isDemo) },
    { step: 'mail', isDone: env.SMTP_URL !== undefined },
    { step: 'people', isDone: users > 1 },
    { step: 'backup', isDone: newestBackup(env) !== undefined },
  ] as const;
  if (dismissed !== null || steps.every(({ isDone }) => isDone)) return null;
  return { steps, registerUrl: `${siteUrl()}/register` };
}

/** Applies to all administrators, permanently. */
export async function dismissSetupSteps(
  services: Pick<AdminDeps, 'clock' | 'prisma'>,
  actor: UserRef,
): Promise<Message> {
  const { prisma, clock } = services;
  const row = { name: DISMISSED_SETTING, data: '{}', updatedAt: new Date(clock()) };
  await prisma.$transaction(async (transaction) => {
    await transaction.houseSetting.upsert({ where: { name: DISMISSED_SETTING }, create: row, update: row });
    await writeAudit(transaction, services, actor, { action: 'setup.dismissed', subject: DISMISSED_SETTING });
  });
  return { message: 'The checklist is hidden.' };
}
