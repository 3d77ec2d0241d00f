import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { api } from '~/api.server';

/**
 * Lets forms and fetchers of pages reach the API. Scripts reach it through the host, which calls the same `serve`
 * without Remix.
 */
export const loader = ({ request, context }: LoaderFunctionArgs) => api.serve(request, context);
export const action = ({ request, context }: ActionFunctionArgs) => api.serve(request, context);
