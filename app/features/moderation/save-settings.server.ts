import type { ModerationSettings } from '@promptwell/ai-providers/moderation';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { ModerationDeps } from './deps.server';
import type { TryText } from './schema';
import { settingRow } from './settings-store.server';

export async function saveModerationSettings(
  services: Pick<ModerationDeps, 'clock' | 'prisma' | 'moderation'>,
  actor: Actor,
  settings: ModerationSettings,
): Promise<ModerationSettings> {
  const { prisma, clock, moderation } = services;
  await prisma.$transaction(async (tx) => {
    await tx.houseSetting.upsert(settingRow(settings, new Date(clock())));
    await writeAudit(tx, services, actor, {
      action: 'moderation.settings',
      subject: 'moderation',
      detail: settings,
    });
  });
  moderation.forgetSettings();
  return settings;
}

/** Checks a text with the given settings, saved or not. */
export const tryModeration = (
  { moderation }: Pick<ModerationDeps, 'moderation'>,
  { text, ...settings }: TryText,
) => moderation.check(text, { settings });

/** Loads Admin → Moderation Settings. */
export async function readModerationSettings({ moderation }: Pick<ModerationDeps, 'moderation'>) {
  return { settings: await moderation.settings(), judgedBy: moderation.judgedBy() };
}
