import { callApi, fetchApi } from '~/core/browser/call-api';
import { z } from '~/core/browser/browser-zod';
import { runSchema } from '../runs/responses';
import { environmentSchema, estimateSchema, validationSchema } from '../runs/check-responses';
import {
  listedScriptSchema,
  listedVersionSchema,
  scriptSchema,
  scriptVersionSchema,
} from '../scripts/responses';
import { addedSamplesSchema, templateSchema } from '../templates/responses';

const address = (path: string): string => `/api/baiql/${path}`;

export interface ScriptToSave {
  name: string;
  content: string;
  isAutosave?: boolean;
}

export const scripts = {
  list: () => callApi(address('scripts'), z.array(listedScriptSchema)),
  get: (id: string) => callApi(address(`scripts/${id}`), scriptSchema),
  /** Retrying with the same key updates the script created before. */
  create: (script: ScriptToSave, key: string) =>
    callApi(address('scripts'), scriptSchema, {
      body: { ...script, userId: null },
      headers: { 'X-Idempotency-Key': key },
    }),
  update: (id: string, body: ScriptToSave & { baseVersion?: number }) =>
    callApi(address(`scripts/${id}`), scriptSchema, { method: 'PUT', body }),
  rename: (id: string, name: string) =>
    callApi(address(`scripts/${id}`), scriptSchema, { method: 'PATCH', body: { name } }),
  remove: (id: string) => fetchApi(address(`scripts/${id}`), { method: 'DELETE' }),
  versions: (id: string) => callApi(address(`scripts/${id}/versions`), z.array(listedVersionSchema)),
  version: (id: string, version: number) =>
    callApi(address(`scripts/${id}/versions/${String(version)}`), scriptVersionSchema),
};

export const readEnvironment = (scriptContent: string, signal: AbortSignal) =>
  callApi(address('environment'), environmentSchema, { body: { scriptContent }, signal });

export const validateOnServer = (scriptContent: string) =>
  callApi(address('execute'), validationSchema, { body: { scriptContent, mode: 'VALIDATE', userId: null } });

export const templates = {
  list: () => callApi(address('templates'), z.array(templateSchema)),
  addFiles: (key: string, replace: boolean) =>
    callApi(address(`templates/${key}/files`), addedSamplesSchema, { body: { replace } }),
};

export const estimates = {
  begin: (scriptContent: string, first: number | undefined) =>
    callApi(address('estimates'), estimateSchema, { body: { scriptContent, first } }),
  get: (id: string) => callApi(address(`estimates/${id}`), estimateSchema),
  cancel: (id: string) => callApi(address(`estimates/${id}/cancel`), estimateSchema, { method: 'POST' }),
};

export interface RunRequest {
  scriptContent: string;
  scriptName: string;
  /** Transactions per batch, for a trial. */
  first?: number;
  /** Take the answers that earlier runs have paid for. */
  reuse?: boolean;
  /** A finished estimate to reuse. */
  estimateId?: string;
}

/** What a retry after a lost response must repeat. */
export interface RunAttempt {
  /** Idempotency key. */
  key: string;
  /** `reuse` of the request that got no response; null if none was sent. */
  reuse: boolean | null;
}

/** `key` is the idempotency key. */
export const execute = (request: RunRequest, key: string) =>
  callApi(address('execute'), runSchema, {
    body: { ...request, mode: 'EXECUTE', userId: null },
    headers: { 'X-Idempotency-Key': key },
  });
