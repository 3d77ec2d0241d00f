import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { behaviourForModel, scriptSchema, type Behaviour, type ReplyBehaviour } from './behaviour';
import type { Dialect } from './dialect';
import {
  createModerationEndpoint,
  type ModerationEndpoint,
  type ModerationScores,
} from './moderation-endpoint';
import { createRandomFaults, type FaultRates } from './random-faults';
import { RequestLog } from './request-log';
import { replyTo, readRequest, type VendorRequest } from './vendor-request';
import { performBehaviour } from './perform-behaviour';
import { sendJson } from './send-json';
import {
  createTranscriptionEndpoint,
  type Heard,
  type TranscriptionEndpoint,
  type TranscriptionFields,
} from './transcription-endpoint';

export interface VendorServerOptions extends FaultRates {
  port?: number;
  latencyMs?: number;
  chunks?: number;
  models?: string[];
  /** The reply to a prompt; undefined for the default sentences. */
  replyText?: (prompt: string) => string | undefined;
  /** Keeps bodies and headers of the last 1,000 requests. */
  keepRequests?: boolean;
  /** Scores by OpenAI's names for a text: the server then has a moderation endpoint as well. */
  moderation?: ModerationScores;
  /** The transcription of a recording; the server then has a transcription endpoint as well. */
  hear?: (asked: TranscriptionFields) => Heard;
  /** The server stops by itself after this time, so that a lost one does not stay for ever. */
  maxLifeMs?: number;
}

export interface VendorServer {
  origin: string;
  /** The value for a base URL setting. */
  baseUrl: string;
  port: number;
  log: RequestLog;
  /** The next requests, in order of arrival, do this instead of replying. */
  script(...behaviours: Behaviour[]): void;
  /** The moderation endpoint's own record and script; completions are not touched by it. */
  moderation: ModerationEndpoint;
  /** The same of the transcription endpoint. */
  transcription: TranscriptionEndpoint;
  /** Continues held and hanging requests, and returns their number. */
  release(): number;
  /** Forgets all requests and what was scripted. */
  reset(): void;
  /** Settles as soon as the condition on the statistics holds. */
  until(condition: (log: RequestLog) => boolean): Promise<void>;
  close(): Promise<void>;
}

const DEFAULT_LIFE_MS = 15 * 60 * 1000;

export async function startVendorServer(
  dialect: Dialect,
  options: VendorServerOptions = {},
): Promise<VendorServer> {
  const log = new RequestLog(options.keepRequests ?? true);
  const queue: Behaviour[] = [];
  const held = new Set<() => void>();
  const watchers = new Set<() => void>();
  const randomFault = createRandomFaults(options);
  const models = options.models ?? ['mock-small', 'mock-large'];
  const usual: ReplyBehaviour = { kind: 'reply', latencyMs: options.latencyMs ?? 0, chunks: options.chunks };

  const changed = () => watchers.forEach((watch) => watch());

  /** Settles when the request is released or its client has disconnected. */
  function hold(response: http.ServerResponse): Promise<void> {
    log.stats.held++;
    return new Promise<void>((resolve) => {
      const letGo = () => {
        if (!held.delete(letGo)) return;
        log.stats.held--;
        resolve();
      };
      held.add(letGo);
      response.once('close', letGo);
      changed();
    });
  }

  function release(): number {
    const waiting = [...held];
    waiting.forEach((letGo) => {
      letGo();
    });
    return waiting.length;
  }

  async function complete(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    log.opened();
    changed();
    let replying = false;
    response.once('close', () => {
      log.stats.inFlight--;
      if (replying && !response.writableFinished) log.stats.cancelled++;
      changed();
    });
    const scripted = queue.shift();
    if (scripted?.kind === 'reset' && scripted.when === 'before-read') {
      log.fault('reset');
      request.socket.resetAndDestroy();
      return;
    }
    const body = await readBody(request);
    const asked: VendorRequest | undefined = readRequest(body);
    if (!asked) {
      sendJson(response, 400, dialect.error(400, undefined, 'The body is no JSON object.'));
      return;
    }
    log.received({ model: asked.model, prompt: asked.prompt, body: asked.body, headers: request.headers });
    const text = options.replyText?.(asked.prompt);
    const behaviour = scripted ?? behaviourForModel(asked.model) ?? randomFault() ?? { ...usual, text };
    replying = behaviour.kind === 'reply';
    await performBehaviour({
      behaviour,
      asked,
      dialect,
      response,
      log,
      hold: () => hold(response),
      reply: replyTo(asked, behaviour),
    });
    changed();
  }

  function reset(): void {
    log.reset();
    queue.length = 0;
  }

  const moderation = createModerationEndpoint(dialect, options.moderation, hold);
  const transcription = createTranscriptionEndpoint(dialect, options.hear, { hold, changed });

  const control: Record<string, (body: string) => unknown> = {
    'GET /__stats': () => log.stats,
    'GET /__requests': () => log.requests,
    'GET /__twice': () => log.promptsAnsweredTwice(),
    'POST /__reset': () => {
      reset();
      return log.stats;
    },
    'POST /__script': (body) => {
      const steps = scriptSchema.parse(JSON.parse(body));
      for (const { behaviour, times } of steps) queue.push(...Array<Behaviour>(times).fill(behaviour));
      return { queued: queue.length };
    },
    'POST /__release': () => ({ released: release() }),
  };

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (request.method === 'POST' && path === dialect.completionPath) return complete(request, response);
    if (request.method === 'POST' && path === transcription.path)
      return transcription.answer(request, response);
    const body = await readBody(request);
    if (request.method === 'POST' && path === moderation.path) return moderation.answer(body, response);
    const command = control[`${request.method} ${path}`];
    if (command) sendJson(response, 200, command(body));
    else if (request.method === 'GET' && path === '/v1/models') listModels(response);
    else sendJson(response, 404, dialect.error(404, undefined, 'Not found'));
  }

  function listModels(response: http.ServerResponse): void {
    const scripted = queue[0]?.kind === 'status' ? queue.shift() : undefined;
    if (scripted?.kind !== 'status') {
      sendJson(response, 200, dialect.models(models));
      return;
    }
    const error = dialect.error(scripted.status, scripted.code, scripted.message ?? 'Scripted');
    sendJson(response, scripted.status, error, scripted.headers);
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 400, { error: { message: String(error) } });
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  async function close(): Promise<void> {
    clearTimeout(life);
    release();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  const life = setTimeout(() => void close(), options.maxLifeMs ?? DEFAULT_LIFE_MS);
  life.unref();

  function until(condition: (log: RequestLog) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const watch = () => {
        if (!condition(log)) return;
        watchers.delete(watch);
        resolve();
      };
      watchers.add(watch);
      watch();
    });
  }

  return {
    origin,
    baseUrl: `${origin}${dialect.basePath}`,
    port,
    log,
    script: (...behaviours) => void queue.push(...behaviours),
    moderation,
    transcription,
    release,
    reset,
    until,
    close,
  };
}

/** Events rather than `for await`, as this server also serves benchmarks. */
function readBody(request: http.IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    request.on('error', reject);
  });
}
