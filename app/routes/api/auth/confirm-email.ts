import { api, byMethod, json, type ApiArgs } from '~/core/http.server';
import { confirmEmail, visitorOf } from '~/features/accounts/index.server';
import { readForm } from './read-form.server';

async function confirm({ request, context }: ApiArgs, link: Record<string, unknown>): Promise<Response> {
  return json(await confirmEmail(context.app.accounts, link, visitorOf(request, context)));
}

export const loader = api(
  byMethod({
    GET: (args) => confirm(args, Object.fromEntries(new URL(args.request.url).searchParams)),
  }),
);
export const action = api(byMethod({ POST: async (args) => confirm(args, await readForm(args.request)) }));
