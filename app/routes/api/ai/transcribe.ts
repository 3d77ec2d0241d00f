import { apiRoute, call } from '~/core/edge/declare-call.server';
import { bodyPieces } from '~/core/edge/read-request.server';
import { withHeaders } from '~/core/edge/reply.server';
import { transcriptionResponseSchema } from '~/features/attachments/index.server';
import { idempotencyHeaders } from '~/features/completions/index.server';
import {
  transcribeAudio,
  TRANSCRIPTION_ERRORS,
  TRANSCRIPTION_RATE_LIMIT,
  transcriptionQuerySchema,
} from '~/features/transcription/index.server';

export default apiRoute('/api/ai/transcribe', {
  POST: call({
    summary: 'Transcribes a recording and charges for it',
    description:
      'MP3, M4A, WAV, WebM, OGG or FLAC. Its length is read from the file itself, and its price is put on hold before it is sent. The same key with the same recording returns the same text for 15 minutes at no extra cost. A recording without speech costs nothing. The recording is not stored.',
    access: 'signed-in',
    apiKey: 'completions',
    rateLimit: TRANSCRIPTION_RATE_LIMIT,
    query: transcriptionQuerySchema,
    headers: idempotencyHeaders,
    readsBody: { mediaType: 'application/octet-stream', description: 'The recording itself, at most 25 MB.' },
    answer: transcriptionResponseSchema,
    errors: TRANSCRIPTION_ERRORS,
    handle: async ({ services, actor, query, headers, request, signal }) => {
      const answer = await transcribeAudio(services, actor, {
        key: headers['x-idempotency-key'],
        name: query.name,
        pieces: bodyPieces(request),
        signal,
      });
      return answer.replayed ? withHeaders(answer, { 'X-Idempotent-Replayed': 'true' }) : answer;
    },
  }),
});
