import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { optionalActor } from '~/core/authorize.server';
import { signedOutHeaders, signOut } from '~/features/accounts/index.server';

/** A mere link signs nobody out. */
export const loader = () => redirect('/');

export async function action({ request, context }: ActionFunctionArgs) {
  await signOut(context.app.accounts, await optionalActor(request, context));
  return redirect('/', { headers: signedOutHeaders(request, context) });
}
