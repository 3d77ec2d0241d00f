import type { KeptPrompt, SavedPrompt } from '~/features/prompts/index.server';

/** What the server said: the answer, or why not. */
export type Outcome<Answer> =
  | { ok: true; answer: Answer }
  | { ok: false; status: number; message: string; code: string | undefined; body: Record<string, unknown> };

/** Calls the API about saved prompts. Never throws: without a connection the status is 0. */
export async function askApi<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<Outcome<Answer>> {
  try {
    const response = await fetch(`/api/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer: unknown = response.status === 204 ? undefined : await response.json();
    if (response.ok) return { ok: true, answer: answer as Answer };
    const refusal = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
    return {
      ok: false,
      status: response.status,
      message: typeof refusal.message === 'string' ? refusal.message : '',
      code: typeof refusal.code === 'string' ? refusal.code : undefined,
      body: refusal,
    };
  } catch {
    return { ok: false, status: 0, message: '', code: undefined, body: {} };
  }
}

const addressOf = (id: string, rest = ''): string => `savedprompts/${encodeURIComponent(id)}${rest}`;

export const fetchPrompt = (id: string) => askApi<SavedPrompt>('GET', addressOf(id));
export const removePrompt = (id: string) => askApi<undefined>('DELETE', addressOf(id));
export const sendLike = (id: string) =>
  askApi<{ newLikeCount: number; message: string }>('POST', addressOf(id, '/like'));
export const sendSharing = (id: string, isShared: boolean) =>
  askApi<SavedPrompt>('PUT', addressOf(id, '/team'), { isShared });
export const sendReport = (id: string, report: { code: string; note: string }) =>
  askApi<{ message: string }>('POST', addressOf(id, '/report'), report);
export const toggleFlag = (id: string) =>
  askApi<unknown>('POST', `admin/moderation/prompts/${encodeURIComponent(id)}/toggle-flag`);
export const askReview = (id: string, reason: string) =>
  askApi<KeptPrompt>('POST', addressOf(id, '/request-review'), { reason });

/** What an edit may change; the rest of the prompt goes back as it came. */
export type PromptEdit = Partial<
  Pick<SavedPrompt, 'title' | 'content' | 'description' | 'tags' | 'folder' | 'isPublic'>
>;

export const sendEdit = (prompt: SavedPrompt, edit: PromptEdit & { note?: string }) =>
  askApi<KeptPrompt>('PUT', addressOf(prompt.id), {
    ...partsOf(prompt),
    baseVersion: prompt.version,
    ...edit,
  });

export const sendCopy = (prompt: SavedPrompt) =>
  askApi<KeptPrompt>('POST', 'savedprompts', { ...partsOf(prompt), isPublic: false, sourceId: prompt.id });

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
  tags: prompt.tags,
});
