import { callApi, fetchApi, ApiError } from '~/core/browser/call-api';
import { messageSchema } from '~/core/shared/message';
import {
  importAnswerSchema,
  keptPromptSchema,
  likeAnswerSchema,
  promptVersionSchema,
  promptVersionsSchema,
  savedPromptSchema,
  type SavedPrompt,
} from '~/features/prompts';

/** The response, or the error. */
export type Outcome<Answer> =
  | { ok: true; answer: Answer }
  | { ok: false; status: number; message: string; code: string | undefined; body: Record<string, unknown> };

/** Never throws: a network error has status 0. */
async function attempt<Answer>(pending: Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { ok: true, answer: await pending };
  } catch (error) {
    if (!(error instanceof ApiError)) return { ok: false, status: 0, message: '', code: undefined, body: {} };
    const { status, serverMessage = '', code, body } = error;
    return { ok: false, status, message: serverMessage, code, body };
  }
}

const keyed = (key: string) => ({ 'X-Idempotency-Key': key });
const addressOf = (id: string, rest = ''): string => `/api/savedprompts/${encodeURIComponent(id)}${rest}`;

export const fetchPrompt = (id: string) => attempt(callApi(addressOf(id), savedPromptSchema));
export const removePrompt = (id: string) => attempt(fetchApi(addressOf(id), { method: 'DELETE' }));
export const sendLike = (id: string) =>
  attempt(callApi(addressOf(id, '/like'), likeAnswerSchema, { method: 'POST' }));
export const sendSharing = (id: string, isShared: boolean) =>
  attempt(callApi(addressOf(id, '/team'), savedPromptSchema, { method: 'PUT', body: { isShared } }));
export const sendReport = (id: string, body: { code: string; note: string }) =>
  attempt(callApi(addressOf(id, '/report'), messageSchema, { body }));
/** The call toggles by default; with a target state, it can't undo another moderator's flag. */
export const sendFlag = (id: string) =>
  attempt(
    fetchApi(`/api/admin/moderation/prompts/${encodeURIComponent(id)}/toggle-flag`, {
      body: { isFlagged: true },
    }),
  );
export const askReview = (id: string, reason: string) =>
  attempt(callApi(addressOf(id, '/request-review'), keptPromptSchema, { body: { reason } }));
export const fetchVersions = (id: string) =>
  attempt(callApi(addressOf(id, '/versions'), promptVersionsSchema));
export const fetchVersion = (id: string, version: number) =>
  attempt(callApi(addressOf(id, `/versions/${String(version)}`), promptVersionSchema));
/** Idempotent by key. */
export const sendImport = (body: { name: string; text: string }, key: string) =>
  attempt(callApi('/api/savedprompts/import', importAnswerSchema, { body, headers: keyed(key) }));

/** The editable fields. Omitted tags, folder and privacy stay unchanged; the rest is sent back unchanged. */
export type PromptEdit = Partial<
  Pick<SavedPrompt, 'title' | 'content' | 'description' | 'tags' | 'folder' | 'isPublic'>
>;

export const sendEdit = (prompt: SavedPrompt, edit: PromptEdit & { note?: string }) =>
  attempt(
    callApi(addressOf(prompt.id), keptPromptSchema, {
      method: 'PUT',
      body: { ...partsOf(prompt), baseVersion: prompt.version, ...edit },
    }),
  );

/** Idempotent by key. */
export const sendCopy = (prompt: SavedPrompt, key: string) =>
  attempt(
    callApi('/api/savedprompts', keptPromptSchema, {
      headers: keyed(key),
      body: { ...partsOf(prompt), tags: prompt.tags, isPublic: false, sourceId: prompt.id },
    }),
  );

const partsOf = (prompt: SavedPrompt) => ({
  title: prompt.title,
  content: prompt.content,
  description: prompt.description,
  categoryId: prompt.categoryId,
  topicId: prompt.topicId,
  subtopicId: prompt.subtopicId,
  rawTopic: prompt.rawTopic,
  rawSubtopic: prompt.rawSubtopic,
  styleTemplateId: prompt.styleTemplateId,
  outcomeTemplateId: prompt.outcomeTemplateId,
  aiModelId: prompt.aiModelId,
});
