import type { MessagePart } from '@promptwell/ai-providers/contract';
import { DomainError } from '~/core/shared/errors';
import type { UserWithRoles } from '~/core/server/session.server';
import { kindOfFile, readDocument } from '~/features/attachments/index.server';
import { pictureOf, type ModelAndPlan, type QuestionMessage } from '~/features/completions/index.server';
import type { ChatMessage, UserPart } from './chat-schema';
import type { OpenApiDeps } from './deps.server';
import { invalidParam, unsupported } from './errors';
import type { KeptState } from './tool-states.server';

type Deps = Pick<OpenApiDeps, 'env' | 'documents' | 'ledger'>;

/** The part of a data URL after `data:`: its type and its content in base64. */
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.+-]+)*;base64,/i;
/** Longer than the head of any data URL. */
const MAX_HEAD_CHARACTERS = 300;

export interface MessageReader extends ModelAndPlan {
  /** Vendor state to send back with the tool calls of a message. */
  findState: (callIds: readonly string[]) => KeptState | undefined;
  signal: AbortSignal;
}

/**
 * Translates messages to the provider contract, in their order. Files are read as on screen.
 * @throws DomainError naming the message that can't be used, before anything is charged
 */
export async function readMessages(
  services: Deps,
  actor: UserWithRoles,
  messages: readonly ChatMessage[],
  reader: MessageReader,
): Promise<QuestionMessage[]> {
  const names = checkToolCalls(messages);
  const read: QuestionMessage[] = [];
  for (const [index, message] of messages.entries()) {
    const at = `messages[${String(index)}]`;
    switch (message.role) {
      case 'system':
      case 'developer':
        read.push({ role: 'system', parts: textParts(message.content) });
        break;
      case 'user': {
        const parts = await readUserParts(services, actor, message.content, { ...reader, at });
        read.push({ role: 'user', parts });
        break;
      }
      case 'assistant': {
        const calls = message.tool_calls ?? [];
        const kept = reader.findState(calls.map(({ id }) => id));
        const parts: MessagePart[] = [
          ...textParts(message.content ?? message.refusal ?? ''),
          ...calls.map(({ id, function: { name, arguments: args } }) => ({
            type: 'tool-call' as const,
            id,
            name,
            arguments: args,
          })),
        ];
        read.push({ role: 'assistant', parts, ...kept });
        break;
      }
      case 'tool': {
        const callId = message.tool_call_id;
        const text = textOf(message.content);
        const part = { type: 'tool-result' as const, callId, name: names.get(callId) ?? '', text };
        // Results of one round are one message, as vendors with alternating roles want them.
        const last = read.at(-1);
        if (last?.role === 'tool') last.parts.push(part);
        else read.push({ role: 'tool', parts: [part] });
        break;
      }
    }
  }
  return read;
}

type Content = string | readonly ({ type: 'text'; text: string } | { type: 'refusal'; refusal: string })[];

const textOf = (content: Content): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : part.refusal)).join('\n\n');

const textParts = (content: Content): MessagePart[] => {
  const text = textOf(content);
  return text === '' ? [] : [{ type: 'text', text }];
};

/** Each result follows its call, and each call has its result. Returns the tools' names by the ids of their calls. */
function checkToolCalls(messages: readonly ChatMessage[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let open = new Map<string, string>();
  for (const [index, message] of messages.entries()) {
    const at = `messages[${String(index)}]`;
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) throw withoutCall(at, message.tool_call_id);
      continue;
    }
    refuseOpenCalls(open);
    if (message.role !== 'assistant') continue;
    const calls = (message.tool_calls ?? []).map((call, place) => {
      const path = `${at}.tool_calls[${String(place)}].id`;
      return [call.id, path, call.function.name] as const;
    });
    for (const [id, , name] of calls) names.set(id, name);
    open = new Map(calls.map(([id, path]) => [id, path]));
  }
  refuseOpenCalls(open);
  return names;
}

const withoutCall = (at: string, id: string): DomainError =>
  invalidParam(
    `${at}.tool_call_id`,
    `No assistant message before it calls a tool with the id ${id.slice(0, 64)}.`,
  );

function refuseOpenCalls(open: ReadonlyMap<string, string>): void {
  const [first] = open;
  if (!first) return;
  const [id, path] = first;
  throw invalidParam(
    path,
    `The tool call ${id.slice(0, 64)} has no result: add a message of the role tool after it.`,
  );
}

interface Place {
  at: string;
}

async function readUserParts(
  services: Deps,
  actor: UserWithRoles,
  content: string | readonly UserPart[],
  reader: MessageReader & Place,
): Promise<MessagePart[]> {
  if (typeof content === 'string') return textParts(content);
  const { at, limits, plan } = reader;
  const files = content.filter(({ type }) => type !== 'text').length;
  if (files > limits.attachments)
    throw invalidParam(`${at}.content`, `A message may have at most ${String(limits.attachments)} files.`);
  const parts: MessagePart[] = [];
  for (const [index, part] of content.entries()) {
    const place = `${at}.content[${String(index)}]`;
    if (part.type === 'text') parts.push({ type: 'text', text: part.text });
    else if (part.type === 'image_url') {
      const { base64 } = readDataUrl(part.image_url.url, `${place}.image_url.url`);
      parts.push(
        readPicture(base64, `picture ${String(index + 1)}`, { ...reader, at: `${place}.image_url.url` }),
      );
    } else parts.push(await readFile(services, actor, part, { ...reader, at: place }));
  }
  const seesPictures = parts.some((part) => part.type === 'file' && 'bytes' in part.data);
  if (plan === 'free' && seesPictures) {
    throw new DomainError('forbidden', 'Pictures are for paid plans. Add credit, or leave them out.', {
      code: 'paid_user_required',
      data: { param: `${at}.content` },
    });
  }
  return parts;
}

function readDataUrl(url: string, param: string): { mimeType: string; base64: string } {
  const [head, mimeType = ''] = DATA_URL.exec(url.slice(0, MAX_HEAD_CHARACTERS)) ?? [];
  if (head === undefined) {
    throw invalidParam(
      param,
      'Send the content itself, as a data URL in base64 (data:image/png;base64,…). Addresses aren’t fetched.',
    );
  }
  return { mimeType: mimeType.toLowerCase(), base64: url.slice(head.length).replaceAll(/\s/g, '') };
}

function readPicture(base64: string, name: string, { model, at }: MessageReader & Place): MessagePart {
  if (!model.takesImages) throw unsupported(at, `${model.displayName} doesn’t read pictures.`);
  return withParam(at, () => pictureOf({ base64, name }));
}

async function readFile(
  services: Deps,
  actor: UserWithRoles,
  { file }: Extract<UserPart, { type: 'file' }>,
  reader: MessageReader & Place,
): Promise<MessagePart> {
  const param = `${reader.at}.file.file_data`;
  if ('file_id' in file)
    throw unsupported(
      `${reader.at}.file.file_id`,
      'Files aren’t stored here: send file_data instead of file_id.',
    );
  const { mimeType, base64 } = readDataUrl(file.file_data ?? '', param);
  const name = file.filename ?? `file.${mimeType.split('/').at(-1) ?? ''}`;
  if (mimeType.startsWith('image/') || kindOfFile(name) === 'image')
    return readPicture(base64, name, { ...reader, at: param });
  const kind = kindOfFile(name);
  if (kind === undefined || kind === 'audio')
    throw invalidParam(param, `Files of this kind aren’t read here: ${name.slice(0, 100)}.`);
  const pieces = [Buffer.from(base64, 'base64')];
  const document = { name, ocr: false, langs: 'eng' as const, pieces, signal: reader.signal };
  const { text } = await readDocument(services, actor, { ...document, from: undefined, to: undefined }).catch(
    (error: unknown) => {
      throw asParamError(param, error);
    },
  );
  if (text.trim() === '') throw invalidParam(param, `No text was found in ${name.slice(0, 100)}.`);
  return { type: 'file', mimeType: 'text/plain', name, data: { text } };
}

function withParam<T>(param: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asParamError(param, error);
  }
}

/** Names the field of a file that can't be used. */
function asParamError(param: string, error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'attachment_invalid') return error;
  const { reason } = error.data;
  return invalidParam(param, typeof reason === 'string' ? reason : error.message, error);
}
