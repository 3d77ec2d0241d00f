import { requireActor } from '~/core/authorize.server';
import { DomainError } from '~/core/shared/errors';
import { api, byMethod, json, type ApiArgs } from '~/core/http.server';
import { getUserInfo } from '~/features/accounts/index.server';

export const loader = api(byMethod({ GET: async (args) => json(getUserInfo(await actorOf(args))) }));
export const action = loader;

async function actorOf({ request, context }: ApiArgs) {
  try {
    return await requireActor(request, context);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    context.app.log.error({ err: error, requestId: context.requestId }, 'the session could not be read');
    throw new DomainError('unavailable', 'Failed to get user info', { code: 'user_info_failed' });
  }
}
