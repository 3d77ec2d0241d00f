import { toFile } from 'openai';
import * as z from 'zod';
import type { HttpClient } from './http/http-client.js';
import { createOpenAiClient, requestOptions, type OpenAiSettings } from './openai-client.js';
import { runFree } from './run-call.js';

/** A recording to be written down. */
export interface Recording {
  model: string;
  /** Its ending tells some servers what it is. */
  name: string;
  mimeType: string;
  bytes: Uint8Array;
  signal?: AbortSignal | undefined;
}

export interface Transcript {
  /** Empty where nobody speaks. */
  text: string;
  /** What the vendor bills, or says that the recording takes; undefined where it says neither. */
  durationSec: number | undefined;
  /** Where the vendor bills tokens instead. */
  tokens: { input: number; output: number } | undefined;
  requestId: string | null;
}

/** Turns recordings into text. */
export interface Transcriber {
  /** @throws ProviderFailure and nothing else; an aborted signal is a connection given up */
  transcribe(recording: Recording): Promise<Transcript>;
}

/** Of one recording no server bills more than a day; zero is what those say that measure nothing. */
const MOST_SECONDS = 86_400;
const seconds = z.number().positive().max(MOST_SECONDS);
const tokens = z.number().int().nonnegative();
const answerSchema = z.object({
  text: z.string(),
  /** Of `verbose_json`, which some servers answer with unasked. */
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
 * `POST /audio/transcriptions` of OpenAI, and of whatever server has it: whisper.cpp, faster-whisper, vLLM. Looked up
 * 2026-11-23 in developers.openai.com/api/docs/guides/speech-to-text: files of at most 25 MB as flac, mp3, mp4, mpeg,
 * mpga, m4a, ogg, wav or webm; every model answers in `json`.
 */
export function createTranscriber(deps: { http: HttpClient }, settings: OpenAiSettings): Transcriber {
  const client = createOpenAiClient(deps.http, settings);
  return {
    transcribe: ({ model, name, mimeType, bytes, signal }) =>
      runFree(async (trace) => {
        const file = await toFile(bytes, name, { type: mimeType });
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
