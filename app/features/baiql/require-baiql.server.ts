import { requireActor, type AuthContext } from '~/core/authorize.server';
import { DomainError } from '~/core/errors';
import { may } from '~/core/permissions';
import type { Actor } from '~/core/session.server';

/** Scripts, their files and runs are for paying people, organisations and administrators. */
export async function requireBaiql(request: Request, context: AuthContext): Promise<Actor> {
  const actor = await requireActor(request, context);
  if (may(actor, 'baiql:use')) return actor;
  throw new DomainError('forbidden', 'Pro or Admin users only', { code: 'baiql_forbidden' });
}
