import type { ExportFormat } from '~/core/shared/export-formats';
import type { ListedSession, SavedSession, SaveSession } from './index.server';

/** Sessions that a list shows at a time. */
export const PAGE_SIZE = 25;

export interface SessionPage {
  items: readonly ListedSession[];
  total: number;
}

export interface SessionInput extends Omit<SaveSession, 'Title'> {
  Title: string;
}

/** Something that was not done; the message names it with the status of the answer. */
export class SessionFailure extends Error {
  override name = 'SessionFailure';
  constructor(
    message: string,
    /** What the server said of it. */
    readonly detail: string | undefined,
  ) {
    super(message);
  }
}

type Act = 'Load' | 'Save' | 'Rename' | 'Delete' | 'Export';

async function ask(act: Act, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`/api/aiiosaves${path}`, init).catch(() => undefined);
  if (response?.ok) return response;
  const status = response ? String(response.status) : 'no connection';
  throw new SessionFailure(`${act} failed (${status})`, response && (await messageOf(response)));
}

/** A fault of the server's own is said in general words, which add nothing. */
async function messageOf(response: Response): Promise<string | undefined> {
  if (response.status >= 500) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : undefined;
}

const asJson = (
  method: 'POST' | 'PUT',
  body: unknown,
  headers: Record<string, string> = {},
): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The calls about saved sessions. Each throws SessionFailure. */
export const sessions = {
  list: async (page: number, q: string): Promise<SessionPage> => {
    const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE_SIZE), ...(q && { q }) });
    const response = await ask('Load', `?${query.toString()}`);
    const items = (await response.json()) as ListedSession[];
    return { items, total: Number(response.headers.get('X-Total-Count') ?? items.length) };
  },
  get: async (id: string) => (await (await ask('Load', `/${id}`)).json()) as SavedSession,
  /** Asking twice with one key makes one session. */
  save: async (input: SessionInput, key: string) =>
    (await (
      await ask('Save', '', asJson('POST', input, { 'X-Idempotency-Key': key }))
    ).json()) as ListedSession,
  rename: async (id: string, name: string) =>
    (await (await ask('Rename', `/${id}/rename`, asJson('PUT', name))).json()) as ListedSession,
  remove: async (id: string) => {
    await ask('Delete', `/${id}`, { method: 'DELETE' });
  },
  exportSaved: (id: string) => ask('Export', `/${id}/export`),
  exportThread: (input: SessionInput, Format: ExportFormat) =>
    ask('Export', '/export', asJson('POST', { ...input, Format })),
};
