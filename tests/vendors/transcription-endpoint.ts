import type http from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Behaviour } from './behaviour';
import type { Dialect } from './dialect';
import { performBehaviour } from './perform-behaviour';
import { RequestLog } from './request-log';
import { sendJson } from './send-json';
import { replyTo } from './vendor-request';

/** The server's transcription of a recording. */
export interface Heard {
  text: string;
  /** Billed seconds as OpenAI reports them; null: nothing is reported, as whisper servers do. */
  seconds?: number | null;
}

/** The fields of a request. */
export interface TranscriptionFields {
  model: string;
  responseFormat: string | null;
  fileName: string;
  fileType: string;
  bytes: Buffer;
}

export interface TranscriptionEndpoint {
  path: string;
  log: RequestLog;
  /** The next requests, in order of arrival, do this instead of transcribing. */
  script(...behaviours: Behaviour[]): void;
  answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void>;
}

/** `POST /v1/audio/transcriptions` as OpenAI publishes it, with its form; without `hear` there is no such address. */
export function createTranscriptionEndpoint(
  dialect: Dialect,
  hear: ((asked: TranscriptionFields) => Heard) | undefined,
  { hold, changed }: { hold: (response: http.ServerResponse) => Promise<void>; changed: () => void },
): TranscriptionEndpoint {
  const log = new RequestLog(true);
  const queue: Behaviour[] = [];
  return {
    path: `${dialect.basePath}/audio/transcriptions`,
    log,
    script: (...behaviours) => void queue.push(...behaviours),
    answer: async (request, response) => {
      log.opened();
      response.once('close', () => {
        log.stats.inFlight--;
        changed();
      });
      const form = await readForm(request);
      if (!hear) {
        sendJson(response, 404, dialect.error(404, undefined, 'Not found'));
        return;
      }
      const fields = form && (await fieldsOf(form));
      if (!fields) {
        sendJson(response, 400, dialect.error(400, undefined, 'The form has no model or no file.'));
        return;
      }
      const prompt = fields.bytes.toString('base64');
      const asked = { model: fields.model, prompt, streams: false, wantsUsage: false, body: fields };
      log.received({ ...asked, headers: request.headers });
      const behaviour = queue.shift() ?? { kind: 'reply' };
      const heard = hear(fields);
      const text = behaviour.kind === 'reply' ? (behaviour.text ?? heard.text) : heard.text;
      const seconds = heard.seconds;
      const usage = typeof seconds === 'number' ? { usage: { type: 'duration', seconds } } : {};
      await performBehaviour({
        behaviour,
        asked,
        dialect: { ...dialect, answer: (reply) => ({ text: reply.text, ...usage }) },
        response,
        log,
        hold: () => hold(response),
        reply: { ...replyTo(asked, behaviour), text },
      });
    },
  };
}

async function readForm(request: http.IncomingMessage): Promise<FormData | undefined> {
  const type = request.headers['content-type'] ?? '';
  return new Response(await buffer(request), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
}

async function fieldsOf(form: FormData): Promise<TranscriptionFields | undefined> {
  const [model, file, responseFormat] = [form.get('model'), form.get('file'), form.get('response_format')];
  if (typeof model !== 'string' || !(file instanceof File)) return undefined;
  return {
    model,
    responseFormat: typeof responseFormat === 'string' ? responseFormat : null,
    fileName: file.name,
    fileType: file.type,
    bytes: Buffer.from(await file.arrayBuffer()),
  };
}
