import { isRouteErrorResponse, type ErrorResponse } from '@remix-run/react';

export interface ErrorStory {
  title: string;
  help: string;
  canReload: boolean;
}

/** What the error page says of whatever a route threw. */
export function errorStory(error: unknown): ErrorStory {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) {
      return {
        title: 'There is no page here',
        help: 'The address may be mistyped, or the page has moved. “What is where” lists the pages, and Ctrl K (⌘ K on a Mac) finds one by name.',
        canReload: false,
      };
    }
    if (error.status === 403) {
      return { title: 'This page is not for your account', help: messageOf(error), canReload: false };
    }
    if (error.status < 500) return { title: 'That did not work', help: messageOf(error), canReload: true };
  }
  if (
    error instanceof Error &&
    /dynamically imported module|Importing a module script/i.test(error.message)
  ) {
    return {
      title: 'A part of the page did not load',
      help: 'ChunkLoadError: the connection broke, or a newer version was put in place meanwhile. Loading the page again mends both.',
      canReload: true,
    };
  }
  return {
    title: 'Something went wrong on our side',
    help: 'It has been noted. Nothing you wrote or paid is lost: drafts stay in this browser, and replies wait for you on the AI page.',
    canReload: true,
  };
}

/** What the server said; else the name of the status, which HTTP/2 no longer carries; else its number. */
function messageOf({ data, status, statusText }: ErrorResponse): string {
  const body: unknown = data;
  const said = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  if (typeof said === 'string' && said !== '') return said;
  return statusText === '' ? `Request failed with status ${String(status)}` : statusText;
}
