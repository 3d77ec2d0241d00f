import { requireActor, type AuthContext } from '~/core/authorize.server';
import { DomainError } from '~/core/shared/errors';
import { may } from '~/core/shared/permissions';
import type { Actor } from '~/core/server/session.server';

/** Scripts, their files and runs are for paying people, organisations and administrators. */
export async function requireBaiql(request: Request, context: AuthContext): Promise<Actor> {
  const actor = await requireActor(request, context);
  if (may(actor, 'baiql:use')) return actor;
  throw new DomainError('forbidden', 'Pro or Admin users only', { code: 'baiql_forbidden' });
}
