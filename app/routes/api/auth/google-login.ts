import type { LoaderFunctionArgs } from '@remix-run/node';
import { startGoogleSignIn, visitorOf } from '~/features/accounts/index.server';

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  startGoogleSignIn(context.app.accounts, request, visitorOf(request, context));
