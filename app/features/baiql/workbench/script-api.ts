import type {
  AddedSamples,
  EstimateView,
  ListedScript,
  ListedVersion,
  RunView,
  SavedScript,
  ScriptEnvironment,
  ScriptVersion,
  Template,
  Validation,
} from '../index.server';

/** The server has answered, and the answer is no. */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(
    readonly status: number,
    message: string,
    readonly code: string | undefined,
    /** The rest of what it said. */
    readonly data: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/** What to say of something that went wrong. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong. Try again.';

/** Nobody has answered: whether anything was done is not known. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** Asks the API of scripts and runs. The answer has the shape that its declaration says. */
export async function ask<Answer>(
  path: string,
  { method = 'GET', body, headers = {}, signal }: Request = {},
): Promise<Answer> {
  const response = await fetch(`/api/baiql/${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new Unreachable('The server can’t be reached. Check your connection.', { cause });
  });
  const text = await response.text();
  if (!response.ok) throw refusalOf(response.status, text);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** The message of the JSON body, else the text as it came, else the status. */
export function refusalOf(status: number, text: string): Refusal {
  const body = readJson(text);
  const { message, code, ...data } = body ?? {};
  const said = typeof message === 'string' && message !== '' ? message : body === null ? text.trim() : '';
  return new Refusal(
    status,
    said === '' ? `HTTP ${String(status)}` : said,
    typeof code === 'string' ? code : undefined,
    data,
  );
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

export interface ScriptToSave {
  name: string;
  content: string;
  isAutosave?: boolean;
}

export const scripts = {
  list: () => ask<ListedScript[]>('scripts'),
  get: (id: string) => ask<SavedScript>(`scripts/${id}`),
  /** Asking twice with one key makes one script, with the text of the later. */
  create: (script: ScriptToSave, key: string) =>
    ask<SavedScript>('scripts', {
      method: 'POST',
      body: { ...script, userId: null },
      headers: { 'X-Idempotency-Key': key },
    }),
  update: (id: string, script: ScriptToSave & { baseVersion?: number }) =>
    ask<SavedScript>(`scripts/${id}`, { method: 'PUT', body: script }),
  rename: (id: string, name: string) =>
    ask<SavedScript>(`scripts/${id}`, { method: 'PATCH', body: { name } }),
  remove: (id: string) => ask<undefined>(`scripts/${id}`, { method: 'DELETE' }),
  versions: (id: string) => ask<ListedVersion[]>(`scripts/${id}/versions`),
  version: (id: string, version: number) => ask<ScriptVersion>(`scripts/${id}/versions/${String(version)}`),
};

export const readEnvironment = (scriptContent: string, signal: AbortSignal) =>
  ask<ScriptEnvironment>('environment', { method: 'POST', body: { scriptContent }, signal });

export const validateOnServer = (scriptContent: string) =>
  ask<Validation>('execute', { method: 'POST', body: { scriptContent, mode: 'VALIDATE', userId: null } });

export const templates = {
  list: () => ask<Template[]>('templates'),
  addFiles: (key: string, replace: boolean) =>
    ask<AddedSamples>(`templates/${key}/files`, { method: 'POST', body: { replace } }),
};

export const estimates = {
  begin: (scriptContent: string, first: number | undefined) =>
    ask<EstimateView>('estimates', { method: 'POST', body: { scriptContent, first } }),
  get: (id: string) => ask<EstimateView>(`estimates/${id}`),
  cancel: (id: string) => ask<EstimateView>(`estimates/${id}/cancel`, { method: 'POST' }),
};

export interface RunRequest {
  scriptContent: string;
  scriptName: string;
  /** A trial of so many transactions of each batch. */
  first?: number;
  /** What it would cost has been worked out already. */
  estimateId?: string;
}

/** Asking twice with one key starts one run. */
export const execute = (request: RunRequest, key: string) =>
  ask<Partial<RunView>>('execute', {
    method: 'POST',
    body: { ...request, mode: 'EXECUTE', userId: null },
    headers: { 'X-Idempotency-Key': key },
  });
