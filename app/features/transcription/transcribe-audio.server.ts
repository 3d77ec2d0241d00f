import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import PQueue from 'p-queue';
import type { Transcript } from '@promptwell/ai-providers';
import { ProviderFailure } from '@promptwell/ai-providers/contract';
import type { UserWithRoles } from '~/core/server/session.server';
import { MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { formatMicroUsd } from '~/core/shared/money';
import { ownMicroUsd, planOf } from '~/core/shared/permissions';
import {
  kindOfFile,
  transcriptSchema,
  unsupportedMessage,
  withTemporaryFile,
  type StoredTranscript,
  type TranscriptionResponse,
} from '~/features/attachments/index.server';
import {
  costFields,
  explainFailure,
  writeOffEmptyCompletion,
  FREE_SENDS_PER_DAY,
  findPayingKey,
  readSpendCaps,
  reasonOf,
  isShutdown,
  serverStoppingError,
  stopErrorOf,
  concurrencyLimitReached,
  type TranscriptionModel,
} from '~/features/completions/index.server';
import type { Balance, BilledUsage, CallIdentity } from '~/features/ledger/index.server';
import type { TranscriptionDeps } from './deps.server';
import { formatDuration } from '~/ui/format-duration';
import { findTranscriber } from './find-transcriber.server';

/** The idempotency scope of transcriptions. */
const ENDPOINT = 'ai/transcribe';
/** Longer than any request takes; an older open hold counts as lost. */
const HOLD_TIMEOUT_MS = 15 * MINUTE_MS;
/** Includes waiting requests of any kind by the same user; more than the recordings of one request. */
const MAX_CONCURRENT = { calls: 16, retryAfterSeconds: 5 };
/** Sending a recording takes some 75 MB; others wait on disk, without a hold. */
const sending = new PQueue({ concurrency: 4 });

export interface UploadedRecording {
  /** Idempotency key. */
  key: string;
  name: string;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  signal: AbortSignal | undefined;
}

/**
 * Transcribes a recording with the listed model. Its maximum cost is held by duration before it is sent; it is charged
 * by the second, and free if there is no speech. If the client disconnects, it finds the text under the same key.
 */
export async function transcribeAudio(
  services: TranscriptionDeps,
  actor: UserWithRoles,
  recording: UploadedRecording,
): Promise<TranscriptionResponse> {
  const { userId } = actor;
  const { key, name, pieces, signal } = recording;
  const { ledger } = services;
  if (kindOfFile(name) !== 'audio') {
    throw new DomainError('unprocessable', unsupportedMessage(name), { code: 'attachment_invalid' });
  }
  // A paid result is returned whatever the plan or model list is by now; other requests are refused before the upload.
  const earlier = await ledger.operation(userId, ENDPOINT, key);
  if (earlier?.state !== 'answered') await assertPayable(services, actor);

  return withTemporaryFile(services, { name, pieces }, async (filePath) => {
    const { mimeType, durationSec } = await services.documents.readAudio(filePath, {
      name,
      ...(signal && { signal }),
    });
    const call = {
      userId,
      endpoint: ENDPOINT,
      idempotencyKey: key,
      requestHash: await hashFile(filePath),
    };
    const replay = await ledger.replay(call);
    if (replay)
      return withBalance(services, userId, { transcript: parseTranscript(replay.answer), replayed: true });

    const file = { path: filePath, name, mimeType, audioSeconds: Math.ceil(durationSec) };
    const paid = await services.runningCompletions.track(
      { userId, endpoint: ENDPOINT, key },
      MAX_CONCURRENT,
      // Bound: the queue would start it in another request's context, and its trace would be the other's.
      (stop) =>
        sending.add(
          AsyncResource.bind(() =>
            payForTranscription(services, { ...call, apiKey: actor.apiKey }, file, stop),
          ),
        ),
    );
    return withBalance(services, userId, paid);
  });
}

async function assertPayable(services: TranscriptionDeps, { userId, roles }: UserWithRoles) {
  if (planOf(roles, await services.ledger.balance(userId)) === 'free') {
    throw new DomainError(
      'payment-required',
      'Transcription requires a balance. Add credit to transcribe recordings.',
      { code: 'transcription_needs_balance' },
    );
  }
  if (services.runningCompletions.countOf(userId) >= MAX_CONCURRENT.calls)
    throw concurrencyLimitReached(MAX_CONCURRENT);
  await setUpTranscriber(services);
}

async function setUpTranscriber(services: TranscriptionDeps) {
  const found = await findTranscriber(services);
  if (found) return found;
  throw new DomainError(
    'unavailable',
    'No model on this server transcribes recordings. An administrator can add one under Model Management.',
    { code: 'transcription_not_set_up' },
  );
}

interface RecordingFile {
  path: string;
  name: string;
  mimeType: string;
  audioSeconds: number;
}

interface PaidTranscription {
  transcript: StoredTranscript;
  replayed: boolean;
  /** After the charge; undefined if the charge isn't written yet, and for a replay. */
  balance?: Balance | undefined;
}

/** Holds the price of the whole recording, sends it once, and settles what the provider billed. */
async function payForTranscription(
  services: TranscriptionDeps,
  { apiKey, ...call }: CallIdentity & Pick<UserWithRoles, 'apiKey'>,
  file: RecordingFile,
  signal: AbortSignal,
): Promise<PaidTranscription> {
  if (signal.aborted) throw stopErrorOf(signal);
  const { ledger } = services;
  const { model, transcriber } = await setUpTranscriber(services);
  const caps = await readSpendCaps(services, call.userId);
  const payingKey = await findPayingKey(services, apiKey, model);
  const held = await ledger.hold({
    ...call,
    provider: model.provider,
    model: model.model,
    price: model.price,
    ...usageOf(file.audioSeconds),
    maxOutputTokens: 0,
    isFree: false,
    apiKey: payingKey,
    timeoutMs: HOLD_TIMEOUT_MS,
    limits: {
      freeSendsPerDay: FREE_SENDS_PER_DAY,
      ...caps,
      isMonthlyCapOff: !(await services.seats.has(call.userId)),
    },
  });
  if (held.kind === 'replayed') return { transcript: parseTranscript(held.answer), replayed: true };
  const { operationId, amountMicroUsd } = held;

  const startedMs = performance.now();
  const count = (isFailure: boolean, error?: unknown): void =>
    services.stats.recordRequest({
      provider: model.provider,
      isFailure,
      error,
      ms: performance.now() - startedMs,
      details: {
        operation: 'transcription',
        model: model.model,
        ...(isFailure && { errorType: error instanceof ProviderFailure ? error.kind : '_OTHER' }),
      },
    });
  let received: Transcript;
  try {
    received = await transcriber.transcribe({
      model: model.model,
      mimeType: file.mimeType,
      signal,
      // The original name is private, and its extension may be wrong.
      name: `recording.${file.mimeType.slice('audio/'.length)}`,
      bytes: await readFile(file.path),
    });
    count(false);
  } catch (error) {
    count(true, error);
    const transcriptionError = await releaseAfterFailure(
      services,
      { operationId, heldMicroUsd: amountMicroUsd, model },
      error,
    );
    throw isShutdown(signal) ? serverStoppingError(transcriptionError) : transcriptionError;
  }
  const usage = usageOf(Math.ceil(received.durationSec ?? file.audioSeconds));
  if (received.text.trim() === '') await writeOffSilence(services, operationId, usage, file.name);
  const { result: transcript, balance } = await services.bookings.settle({
    operationId,
    ...usage,
    reason: `Audio transcription, ${formatDuration(usage.audioSeconds)} at $${formatMicroUsd(model.minuteFeeMicroUsd)}/min`,
    providerRequestId: received.requestId,
    resultOf: ({ chargedMicroUsd }): StoredTranscript => ({
      text: received.text.trim(),
      durationSec: usage.audioSeconds,
      provider: model.provider,
      model: model.model,
      ...costFields(chargedMicroUsd),
    }),
    // Stored sealed and only long enough to survive a lost connection.
    doNotStore: true,
  });
  return { transcript, replayed: false, balance };
}

/** Releases the hold. It is unknown whether a provider charges for a recording that was lost after it was sent. */
async function releaseAfterFailure(
  { bookings, log }: Pick<TranscriptionDeps, 'log' | 'bookings'>,
  call: { operationId: string; heldMicroUsd: bigint; model: TranscriptionModel },
  error: unknown,
): Promise<unknown> {
  const { operationId, heldMicroUsd, model } = call;
  const failure = error instanceof ProviderFailure ? error : undefined;
  const isUnsent = failure?.certain ?? true;
  const lost = isUnsent ? 0n : heldMicroUsd;
  await bookings.release(operationId, reasonOf(failure), lost);
  const { kind, status, vendorCode, requestId } = failure ?? {};
  log.warn({ operationId, kind, status, vendorCode, requestId }, 'a transcription failed');
  return failure ? explainFailure(failure, model.providerName, undefined) : error;
}

/** A recording without speech is free, like an empty reply, up to a daily limit. */
async function writeOffSilence(
  { bookings }: Pick<TranscriptionDeps, 'bookings'>,
  operationId: string,
  usage: BilledUsage,
  name: string,
): Promise<void> {
  if (!(await writeOffEmptyCompletion(bookings, operationId, usage))) return;
  throw new DomainError('upstream-failed', `No speech was found in ${name}. You were not charged.`, {
    code: 'provider_empty_reply',
  });
}

const usageOf = (audioSeconds: number) => ({
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  searches: 0,
  audioSeconds,
});

/** Reads in chunks, so that the event loop isn't blocked. */
async function hashFile(filePath: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(filePath)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

const parseTranscript = (stored: string): StoredTranscript => transcriptSchema.parse(JSON.parse(stored));

async function withBalance(
  { ledger }: Pick<TranscriptionDeps, 'ledger'>,
  userId: string,
  { transcript, replayed, balance: settled }: PaidTranscription,
): Promise<TranscriptionResponse> {
  const balance = settled ?? (await ledger.balance(userId));
  return { ...transcript, balanceMicroUsd: Number(ownMicroUsd(balance)), replayed };
}
