import { isRouteErrorResponse, type ErrorResponse } from '@remix-run/react';
import { denialOf } from '~/core/shared/permissions';

export interface ErrorView {
  title: string;
  /** May be empty if the title is enough. */
  help: string;
  /** Whether a retry can help. Lost connections are retried automatically. */
  retry: 'no' | 'reload' | 'by-itself';
  /** Where to go instead, in addition to the standard links. */
  link?: { to: string; label: string };
  /** Another account has access: logging out here returns to this page with that account. */
  needsOtherAccount?: true;
  /** For finding the error in the server's logs. */
  requestId?: string;
}

const KEPT =
  'Nothing you wrote or paid for is lost: drafts stay in this browser, and replies on the AI page.';

/** Maps an error thrown by a route to the error page's content. */
export function errorView(error: unknown): ErrorView {
  if (isRouteErrorResponse(error)) return storyOfStatus(error);
  if (!(error instanceof Error)) return faultStory();
  return PROBLEMS.find(({ message }) => message.test(error.message))?.story ?? faultStory();
}

function storyOfStatus(error: ErrorResponse): ErrorView {
  const { message = nameOf(error), code, requestId } = readBody(error.data);
  switch (error.status) {
    case 403:
      if (message === denialOf('baiql:use')) return PLAN_STORY;
      // An error with its own code has its own instructions.
      return {
        title: message,
        help: code === 'forbidden' ? 'If you need this page, ask an administrator.' : '',
        retry: 'no',
        ...(code === 'invitation_for_other' ? { needsOtherAccount: true } : {}),
      };
    case 404:
      return {
        title: 'Page not found',
        // Missing objects have a code and may have instructions; a missing page has neither.
        help: code === undefined ? 'Check the address, or search for the page by name.' : message,
        retry: 'no',
      };
    case 429:
      return { title: 'Too many requests', help: message, retry: 'reload' };
    default:
      return error.status < 500
        ? { title: 'That didn’t work', help: message, retry: 'reload' }
        : faultStory(message, requestId);
  }
}

const PLAN_STORY: ErrorView = {
  title: denialOf('baiql:use'),
  help: 'BAIQL runs a prompt over many files or rows. It comes with every paid plan.',
  retry: 'no',
  link: { to: '/pricing', label: 'See pricing' },
};

const faultStory = (message = '', requestId?: string): ErrorView => ({
  title: 'Something went wrong on our side',
  help: message === '' ? `Try again in a moment. ${KEPT}` : message,
  retry: 'reload',
  ...(requestId === undefined ? {} : { requestId }),
});

/** Network errors of browsers and the framework, recognizable only by message. */
const PROBLEMS: readonly { message: RegExp; story: ErrorView }[] = [
  {
    message: /dynamically imported module|Importing a module script/i,
    story: {
      title: 'Part of this page didn’t load',
      help: 'The connection was lost, or Promptwell was updated. Reload the page to continue. (ChunkLoadError)',
      retry: 'reload',
    },
  },
  {
    message: /Failed to fetch|NetworkError|Load failed|network error|decode turbo-stream/i,
    story: {
      title: 'Can’t reach the server',
      help: `This page comes back by itself when the connection does. ${KEPT}`,
      retry: 'by-itself',
    },
  },
];

/** The server's message, else the status text (absent in HTTP/2), else the number. */
const nameOf = ({ status, statusText }: ErrorResponse): string =>
  statusText === '' ? `Request failed with status ${String(status)}` : statusText;

interface Body {
  message?: string;
  code?: string;
  requestId?: string;
}

function readBody(body: unknown): Body {
  if (typeof body !== 'object' || body === null) return {};
  const { message, code, requestId } = body as Record<string, unknown>;
  return {
    ...(typeof message === 'string' && message !== '' ? { message } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof requestId === 'string' ? { requestId } : {}),
  };
}
