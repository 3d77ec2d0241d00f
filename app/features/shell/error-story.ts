import { isRouteErrorResponse, type ErrorResponse } from '@remix-run/react';
import { denialOf } from '~/core/shared/permissions';

export interface ErrorStory {
  title: string;
  /** Empty where the title says it all. */
  help: string;
  /** Whether trying again can help; a lost connection is tried again without being asked. */
  retry: 'no' | 'reload' | 'by-itself';
  /** Where to go instead, besides the places that are always named. */
  link?: { to: string; label: string };
  /** It is there for another account: whoever logs out here comes back with that one. */
  needsOtherAccount?: true;
  /** By which the people who run the server find it in their logs. */
  requestId?: string;
}

const KEPT =
  'Nothing you wrote or paid for is lost: drafts stay in this browser, and replies on the AI page.';

/** What the error page says of whatever a route threw. */
export function errorStory(error: unknown): ErrorStory {
  if (isRouteErrorResponse(error)) return storyOfStatus(error);
  if (!(error instanceof Error)) return faultStory();
  return PROBLEMS.find(({ message }) => message.test(error.message))?.story ?? faultStory();
}

function storyOfStatus(error: ErrorResponse): ErrorStory {
  const { message = nameOf(error), code, requestId } = readBody(error.data);
  switch (error.status) {
    case 403:
      if (message === denialOf('baiql:use')) return PLAN_STORY;
      // What has a code of its own says what to do by itself.
      return {
        title: message,
        help: code === 'forbidden' ? 'If you need this page, ask an administrator.' : '',
        retry: 'no',
        ...(code === 'invitation_for_other' ? { needsOtherAccount: true } : {}),
      };
    case 404:
      return {
        title: 'Page not found',
        // What is missing is named by its code, and its message may say what to do; no page at all has none.
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

const PLAN_STORY: ErrorStory = {
  title: denialOf('baiql:use'),
  help: 'BAIQL runs a prompt over many files or rows. It comes with every paid plan.',
  retry: 'no',
  link: { to: '/pricing', label: 'See pricing' },
};

const faultStory = (message = '', requestId?: string): ErrorStory => ({
  title: 'Something went wrong on our side',
  help: message === '' ? `Try again in a moment. ${KEPT}` : message,
  retry: 'reload',
  ...(requestId === undefined ? {} : { requestId }),
});

/** What browsers and the framework throw when something did not arrive, by their words: there is nothing else to go by. */
const PROBLEMS: readonly { message: RegExp; story: ErrorStory }[] = [
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

/** What the server said; else the name of the status, which HTTP/2 no longer carries; else its number. */
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
