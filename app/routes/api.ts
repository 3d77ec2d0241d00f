import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { api } from '~/api.server';

/** Lets pages' forms and fetchers reach the API. The host serves scripts by the same `serve`, without Remix. */
export const loader = ({ request, context }: LoaderFunctionArgs) => api.serve(request, context);
export const action = ({ request, context }: ActionFunctionArgs) => api.serve(request, context);
