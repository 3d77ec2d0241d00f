import { randomUUID } from 'node:crypto';
import type { Actor } from '~/core/server/session.server';
import type { PromptsDeps } from './deps.server';
import { checkParts } from './check-parts.server';
import type { GeneratedPrompt } from './schema';

/** Records what a prompt was built from, which shows administrators which topics are missing. */
export function recordGeneratedPrompt(
  { prisma, clock }: Pick<PromptsDeps, 'clock' | 'prisma'>,
  { userId }: Actor,
  input: GeneratedPrompt,
): Promise<{ id: string }> {
  return prisma.$transaction(async (tx) => {
    await checkParts(tx, input);
    const data = { ...input, id: randomUUID(), userId, createdAt: new Date(clock()) };
    return tx.generatedPrompt.create({ data, select: { id: true } });
  });
}
