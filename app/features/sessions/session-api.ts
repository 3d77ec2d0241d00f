import { z } from '~/core/browser/browser-zod';
import { callApi, fetchApi, readAnswer, ApiError, ignoreNotFound } from '~/core/browser/call-api';
import type { ExportFormat } from '~/core/shared/export-formats';
import {
  listedSessionSchema,
  savedSessionSchema,
  sessionShareSchema,
  sessionTurnsSchema,
  type ListedSession,
} from './answers';
import type { SaveSession, ShareInput } from './index.server';
import type { ThreadEntry } from './thread';

/** Sessions per page of the list. */
export const PAGE_SIZE = 25;

export interface SessionPage {
  items: readonly ListedSession[];
  total: number;
}

export interface SessionInput extends Omit<SaveSession, 'Title'> {
  Title: string;
}

/** A failed call; the message includes the status. */
export class SessionFailure extends Error {
  override name = 'SessionFailure';
  constructor(
    message: string,
    /** The server's message. */
    readonly detail: string | undefined,
  ) {
    super(message);
  }
}

export const asFailure = (error: unknown): SessionFailure =>
  error instanceof SessionFailure ? error : new SessionFailure('Something went wrong. Try again.', undefined);

type Act = 'Load' | 'Save' | 'Rename' | 'Pin' | 'Delete' | 'Export' | 'Share';

/** A server error has only a generic message, which adds nothing. */
async function named<Answer>(act: Act, pending: Promise<Answer>): Promise<Answer> {
  try {
    return await pending;
  } catch (error) {
    if (!(error instanceof ApiError)) throw new SessionFailure(`${act} failed (no connection)`, undefined);
    const detail = error.status >= 500 ? undefined : error.serverMessage;
    throw new SessionFailure(`${act} failed (${String(error.status)})`, detail);
  }
}

const address = (path = ''): string => `/api/aiiosaves${path}`;

/** API calls for saved sessions. Each throws SessionFailure. */
export const sessions = {
  /** Saved and recent ones. */
  list: (page: number, q: string): Promise<SessionPage> => {
    const query = new URLSearchParams({
      page: String(page),
      pageSize: String(PAGE_SIZE),
      kind: 'all',
      ...(q && { q }),
    });
    return named('Load', readPage(address(`?${query.toString()}`)));
  },
  get: (id: string) => named('Load', callApi(address(`/${id}`), savedSessionSchema)),
  /** Idempotent by key. */
  save: (body: SessionInput, key: string) =>
    named('Save', callApi(address(), listedSessionSchema, { body, headers: { 'X-Idempotency-Key': key } })),
  rename: (id: string, name: string) =>
    named('Rename', callApi(address(`/${id}/rename`), listedSessionSchema, { method: 'PUT', body: name })),
  pin: (id: string, isPinned: boolean) =>
    named('Pin', callApi(address(`/${id}/pin`), listedSessionSchema, { method: 'PUT', body: isPinned })),
  remove: (id: string) =>
    named(
      'Delete',
      fetchApi(address(`/${id}`), { method: 'DELETE' }).then(() => undefined, ignoreNotFound),
    ),
  exportSaved: (id: string) => named('Export', fetchApi(address(`/${id}/export`))),
  exportThread: (input: SessionInput, Format: ExportFormat) =>
    named('Export', fetchApi(address('/export'), { body: { ...input, Format } })),
};

/** API calls for the link of a session. Each throws SessionFailure. */
export const sessionShare = {
  read: (id: string) => named('Load', callApi(address(`/${id}/share`), z.nullable(sessionShareSchema))),
  share: (id: string, body: Partial<ShareInput>) =>
    named('Share', callApi(address(`/${id}/share`), sessionShareSchema, { body })),
  revoke: (id: string) =>
    named(
      'Share',
      fetchApi(address(`/${id}/share`), { method: 'DELETE' }).then(() => undefined, ignoreNotFound),
    ),
};

async function readPage(path: string): Promise<SessionPage> {
  const response = await fetchApi(path);
  const items = await readAnswer(response, z.array(listedSessionSchema));
  return { items, total: Number(response.headers.get('X-Total-Count') ?? items.length) };
}

interface KeptExchange {
  Begins: boolean;
  Entries: readonly ThreadEntry[];
  Provider: string;
  Model: string;
  Instructions: string;
}

const turnAddress = (id: string, key: string) => address(`/${id}/turns/${encodeURIComponent(key)}`);

/** API calls for the exchanges of a session. They throw like `callApi`. */
export const sessionHistory = {
  turns: (id: string, before: string | null, signal?: AbortSignal) =>
    callApi(
      address(`/${encodeURIComponent(id)}/turns${before === null ? '' : `?before=${before}`}`),
      sessionTurnsSchema,
      signal ? { signal } : {},
    ),
  keep: (id: string, key: string, body: KeptExchange) =>
    callApi(turnAddress(id, key), listedSessionSchema, { method: 'PUT', body }),
  removeTurn: async (id: string, key: string): Promise<void> => {
    await fetchApi(turnAddress(id, key), { method: 'DELETE' });
  },
};
