import type { LoaderFunctionArgs } from '@remix-run/node';
import { finishGoogleSignIn, visitorOf } from '~/features/accounts/index.server';

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  finishGoogleSignIn(context.app.accounts, request, visitorOf(request, context));
