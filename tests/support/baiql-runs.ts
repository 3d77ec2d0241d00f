import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { ItemPage, RunLogs, RunView, Validation } from '../../app/features/baiql/index.server';
import { apiOf, type ApiAnswer } from './server';

export interface Refusal {
  message: string;
  code?: string;
}

export interface RunEvent {
  name: string;
  id: string | undefined;
  data: Record<string, unknown>;
}

/** A user's runs, as a script reaches them. */
export function runApi(origin: string, token: string) {
  const api = apiOf(origin, token);
  const address = (id: string, what = ''): string => `/api/baiql/execute/${id}${what}`;
  const execute = (
    script: string,
    options: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<RunView & Refusal>> =>
    api(
      'POST',
      '/api/baiql/execute',
      { scriptContent: script, mode: 'EXECUTE', userId: null, ...options },
      headers,
    );

  /** Server-sent events up to the first that fits, or to the end of the stream. */
  async function events(
    id: string,
    isLast: (event: RunEvent) => boolean = () => false,
    headers: Record<string, string> = {},
  ): Promise<RunEvent[]> {
    const leave = new AbortController();
    const response = await fetch(origin + address(id, '/events'), {
      headers: { Authorization: `Bearer ${token}`, ...headers },
      signal: leave.signal,
    });
    const seen: RunEvent[] = [];
    const stream = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    const reader = stream?.getReader();
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      const { event: name = 'message', id, data } = read.value;
      const event = { name, id, data: JSON.parse(data) as Record<string, unknown> };
      seen.push(event);
      if (isLast(event)) {
        leave.abort();
        return seen;
      }
    }
    return seen;
  }

  return {
    execute,
    events,
    get: async (id: string) => (await api<RunView>('GET', address(id))).body,
    post: (id: string, what: 'cancel' | 'resume' | 'retry-failed' | 'write-outputs', body?: unknown) =>
      api<RunView & Refusal>('POST', address(id, `/${what}`), body),
    items: async (id: string, query = '') =>
      (await api<ItemPage>('GET', address(id, `/items?pageSize=200${query}`))).body,
    logs: async (id: string) => (await api<RunLogs>('GET', address(id, '/logs'))).body,
    validate: async (script: string, options: Record<string, unknown> = {}) =>
      (
        await api<Validation>('POST', '/api/baiql/execute', {
          scriptContent: script,
          mode: 'VALIDATE',
          ...options,
        })
      ).body,
    /** The run as it is when it has ended, and nothing works on it any more. */
    ended: async (id: string): Promise<RunView> => {
      await events(id);
      return (await api<RunView>('GET', address(id))).body;
    },
    /** Starts a run that must be taken, and waits for its end. */
    run: async (script: string, options: Record<string, unknown> = {}): Promise<RunView> => {
      const answer = await execute(script, options);
      if (answer.status !== 202) throw new Error(`Not started: ${JSON.stringify(answer.body)}`);
      await events(answer.body.executionId);
      return (await api<RunView>('GET', address(answer.body.executionId))).body;
    },
  };
}

/** A table with this many rows. Each `who` leads to different prompts. */
export function table(rows: number, who = 'Student'): string {
  const lines = Array.from({ length: rows }, (_, index) => `${who} ${index + 1},topic ${index + 1}`);
  return `name,topic\n${lines.join('\n')}\n`;
}

/** A script that asks once for each row. */
export function gradingScript({
  limit = 'LIMIT PARALLEL 8',
  file = 'roster.csv',
  out = 'marks.csv',
} = {}): string {
  return [
    'BATCH_START "Grading"',
    `LOAD "${file}" AS FILE`,
    'MODEL "gpt-4o-mini"',
    limit,
    'PROMPT "Say one thing about {topic} to {name}."',
    'RUN',
    `OUTPUT "${out}" AGGREGATE`,
    'END_BATCH',
    '',
  ].join('\n');
}
