import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { PromptsDeps } from '../deps.server';
import { findPrompt } from '../find-prompt.server';
import { fillVariables, parseVariables } from './parse-variables';
import type { Rendered } from './schema';

/** Renders a prompt with values for its variables. @throws DomainError `missing_values` with a message for each */
export async function renderPrompt(
  services: Pick<PromptsDeps, 'prisma'>,
  actor: Actor,
  { id, values }: { id: string; values: Readonly<Record<string, string>> },
): Promise<Rendered> {
  const { title, content } = await findPrompt(services, actor, id);
  const parsed = parseVariables(content);
  const { text, complaints } = fillVariables(parsed, values);
  const errors = Object.entries(complaints).map(([name, complaint]) => `${name}: ${complaint}`);
  if (errors.length > 0)
    throw new DomainError('invalid', `Some variables have no valid value. ${errors.join(' ')}`, {
      code: 'missing_values',
      errors,
      data: { variables: parsed.variables },
    });
  return { title, text, variables: [...parsed.variables] };
}
