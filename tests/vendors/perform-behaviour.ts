import type http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour, ReplyBehaviour } from './behaviour';
import type { Dialect, VendorReply } from './dialect';
import type { RequestLog } from './request-log';
import { sendJson } from './send-json';
import type { VendorRequest } from './vendor-request';

export interface Performance {
  behaviour: Behaviour;
  asked: VendorRequest;
  reply: VendorReply;
  dialect: Dialect;
  response: http.ServerResponse;
  log: RequestLog;
  /** Settles when the call is released. */
  hold(): Promise<void>;
}

const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
const DEFAULT_CHUNKS = 8;

/** Does to one request what its behaviour says. */
export async function performBehaviour(p: Performance): Promise<void> {
  const { behaviour, response, log, dialect, reply } = p;
  if (behaviour.kind !== 'reply') log.fault(faultName(behaviour));
  switch (behaviour.kind) {
    case 'reply':
      return performReply(p, behaviour);
    case 'status': {
      if (behaviour.hold === 'before') await p.hold();
      if (isGone(response)) return;
      const message = behaviour.message ?? `Scripted ${behaviour.status}`;
      const error = dialect.error(behaviour.status, behaviour.code, message);
      const headers = { [dialect.requestIdHeader]: reply.id, ...behaviour.headers };
      sendJson(response, behaviour.status, error, headers);
      return;
    }
    case 'reset':
      return performReset(p, behaviour.when);
    case 'hang':
      await p.hold();
      response.destroy();
      return;
    case 'stall':
      await startAnswer(p, 0.5);
      await p.hold();
      response.destroy();
      return;
    case 'truncated':
      await startAnswer(p, 0.5);
      response.end();
      return;
    case 'error-event':
      await startAnswer(p, 0.5);
      response.end(dialect.errorEvent(behaviour.code, 'Scripted error'));
      return;
    case 'invalid-json':
      response.writeHead(200, p.asked.streams ? STREAM_HEADERS : { 'content-type': 'application/json' });
      response.end(p.asked.streams ? 'data: {"choices": [{"del\n\n' : '{"choices": [{"mess');
      return;
    case 'empty':
      return performReply({ ...p, reply: { ...reply, text: '' } }, { kind: 'reply' });
    case 'raw':
      response.writeHead(behaviour.status ?? 200, behaviour.headers ?? STREAM_HEADERS);
      response.end(behaviour.body);
      return;
    case 'endless':
      response.writeHead(200, STREAM_HEADERS);
      while (!isGone(response)) await flushed(response, behaviour.text);
      return;
    case 'huge':
      return performReply(
        { ...p, reply: { ...reply, text: 'word '.repeat(behaviour.bytes / 5) } },
        { kind: 'reply' },
      );
  }
}

function faultName(behaviour: Exclude<Behaviour, ReplyBehaviour>): string {
  return behaviour.kind === 'status' ? String(behaviour.status) : behaviour.kind;
}

async function performReply(p: Performance, told: ReplyBehaviour): Promise<void> {
  const { response, log, asked, dialect, reply } = p;
  if (told.hold === 'before') await p.hold();
  if (told.latencyMs) await delay(told.latencyMs);
  if (isGone(response)) return;

  if (asked.streams && !told.isWhole) {
    log.stats.streamed++;
    response.writeHead(200, { ...STREAM_HEADERS, [dialect.requestIdHeader]: reply.id });
    response.write(dialect.streamStart(reply));
    const pieces = cut(reply.text, told.chunks ?? DEFAULT_CHUNKS);
    for (const [index, piece] of pieces.entries()) {
      if (told.hold === 'middle' && index === Math.floor(pieces.length / 2)) await p.hold();
      if (told.chunkDelayMs) await delay(told.chunkDelayMs);
      if (isGone(response)) return;
      response.write(dialect.streamText(reply, piece));
    }
    for (const [index, call] of reply.toolCalls.entries())
      response.write(dialect.streamToolCall(reply, call, index));
    response.end(dialect.streamEnd(reply));
  } else {
    if (told.hold === 'middle') await p.hold();
    if (isGone(response)) return;
    sendJson(response, 200, dialect.answer(reply), { [dialect.requestIdHeader]: reply.id });
  }
  log.answered(asked.prompt);
}

async function performReset(
  p: Performance,
  when: Extract<Behaviour, { kind: 'reset' }>['when'],
): Promise<void> {
  if (when === 'after-headers') {
    p.response.writeHead(200, p.asked.streams ? STREAM_HEADERS : { 'content-type': 'application/json' });
    await flushed(p.response, ' \n');
  }
  if (when === 'mid-stream') await startAnswer(p, 0.5);
  // Destroyed rather than reset: a TCP reset may overtake bytes that a test needs to see received.
  p.response.socket?.destroy();
}

/** Sends the head and the given share of the answer, and waits until it has left. */
async function startAnswer(p: Performance, share: number): Promise<void> {
  const { asked, dialect, response, reply } = p;
  const headers = { [dialect.requestIdHeader]: reply.id };
  if (!asked.streams) {
    const whole = JSON.stringify(dialect.answer(reply));
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    await flushed(response, whole.slice(0, Math.floor(whole.length * share)));
    return;
  }
  response.writeHead(200, { ...STREAM_HEADERS, ...headers });
  const pieces = cut(reply.text, DEFAULT_CHUNKS);
  const sent = pieces.slice(0, Math.floor(pieces.length * share));
  const texts = sent.map((piece) => dialect.streamText(reply, piece));
  await flushed(response, dialect.streamStart(reply) + texts.join(''));
}

/** A function, as the other side may go at any `await`, which the compiler does not know. */
function isGone(response: http.ServerResponse): boolean {
  return response.destroyed;
}

function flushed(response: http.ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(text, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}

function cut(text: string, chunks: number): string[] {
  const length = Math.max(1, Math.ceil(text.length / chunks));
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length));
  return pieces;
}
