import { toFile } from 'openai';
import * as z from 'zod';
import type { HttpClient } from './http/http-client.js';
import { createOpenAiClient, requestOptions, type OpenAiSettings } from './openai-client.js';
import { runUnbilledRequest } from './run-request.js';

/** A recording to transcribe. */
export interface Recording {
  model: string;
  /** Its extension tells some servers the format. */
  name: string;
  mimeType: string;
  bytes: Uint8Array;
  signal?: AbortSignal | undefined;
}

export interface Transcript {
  /** Empty if there is no speech. */
  text: string;
  /** Duration as billed or reported by the vendor; undefined if neither. */
  durationSec: number | undefined;
  /** For vendors that bill by token. */
  tokens: { input: number; output: number } | undefined;
  requestId: string | null;
}

/** Transcribes recordings. */
export interface Transcriber {
  /** @throws ProviderFailure only; an aborted signal counts as a lost connection */
  transcribe(recording: Recording): Promise<Transcript>;
}

/** Servers know Opus in its container by the container's name only. */
const OPUS = /\.(?:opus|oga)$/iu;

/** No server bills more than a day per recording; servers that don't measure report zero. */
const MAX_SECONDS = 86_400;
const seconds = z.number().positive().max(MAX_SECONDS);
const tokens = z.number().int().nonnegative();
const answerSchema = z.object({
  text: z.string(),
  /** From `verbose_json`, which some servers return unasked. */
  duration: z
    .union([seconds, z.string().transform(Number).pipe(seconds)])
    .optional()
    .catch(undefined),
  usage: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('duration'), seconds }),
      z.object({ type: z.literal('tokens'), input_tokens: tokens, output_tokens: tokens }),
    ])
    .optional()
    .catch(undefined),
});

/**
 * `POST /audio/transcriptions` of OpenAI and compatible servers: whisper.cpp, faster-whisper, vLLM. Checked 2026-11-23
 * in developers.openai.com/api/docs/guides/speech-to-text: files up to 25 MB as flac, mp3, mp4, mpeg, mpga, m4a, ogg,
 * wav or webm; every model supports `json`.
 */
export function createTranscriber(deps: { http: HttpClient }, settings: OpenAiSettings): Transcriber {
  const client = createOpenAiClient(deps.http, settings);
  return {
    transcribe: ({ model, name, mimeType, bytes, signal }) =>
      runUnbilledRequest(async (trace) => {
        const file = await toFile(bytes, name.replace(OPUS, '.ogg'), { type: mimeType });
        const request = { model, file, response_format: 'json' } as const;
        const answer = answerSchema.parse(
          await client.audio.transcriptions.create(request, requestOptions(trace)),
        );
        const { usage, duration } = answer;
        return {
          text: answer.text,
          durationSec: usage?.type === 'duration' ? usage.seconds : duration,
          tokens:
            usage?.type === 'tokens' ? { input: usage.input_tokens, output: usage.output_tokens } : undefined,
          requestId: trace.requestId,
        };
      }, signal),
  };
}
