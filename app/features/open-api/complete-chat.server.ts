import { createHash, randomUUID } from 'node:crypto';
import type { ProviderRequest } from '@promptwell/ai-providers/contract';
import { textOfMessage } from '@promptwell/ai-providers';
import type { UserWithRoles } from '~/core/server/session.server';
import {
  FREE_PLAN_LIMITS,
  FREE_SENDS_PER_DAY,
  planMessages,
  refuseTooLong,
  runCompletion,
  V1_ENDPOINT,
  type CompletionJob,
  type CompletionResponse,
  type ModelAndPlan,
  type QuestionMessage,
} from '~/features/completions/index.server';
import { checkMessageFields, checkOtherFields } from './chat-fields';
import { chatRequestSchema, type ChatRequest } from './chat-schema';
import { chooseModels } from './choose-models.server';
import type { OpenApiDeps } from './deps.server';
import { invalidParam } from './errors';
import { readMessages } from './read-messages.server';

const KNOWN_FIELDS = new Set(Object.keys(chatRequestSchema.shape));

/** A request of `/v1`. */
export interface ChatSend extends Pick<CompletionJob, 'onStarted' | 'onText' | 'onReasoning' | 'onToolCall'> {
  request: ChatRequest;
  /** The client's idempotency key, if it sent one. */
  idempotencyKey: string | undefined;
}

export interface ChatCompletion {
  id: string;
  completion: CompletionResponse;
  /** About the model and the request. */
  warnings: string[];
}

/** A send before it is paid: its id, and what of the request isn't taken. */
interface PreparedChat {
  id: string;
  warnings: string[];
  run(): Promise<ChatCompletion>;
}

/**
 * Translates a request of OpenAI's Chat Completions to a paid completion, the same as a send on screen. Throws for fields
 * that can't be taken, before anything is charged.
 */
export function prepareChat(services: OpenApiDeps, actor: UserWithRoles, send: ChatSend): PreparedChat {
  const { request, idempotencyKey, ...listeners } = send;
  const warnings = [
    ...checkOtherFields(request, KNOWN_FIELDS),
    ...checkMessageFields(request.messages),
    ...effortWarnings(request),
  ];
  const toolUse = toolUseOf(request);
  // Without a key of the client's, a repeated request is another one: its result is of no use later.
  const key = idempotencyKey ?? randomUUID();
  const id = `chatcmpl-${createHash('sha256').update(`${actor.userId} ${key}`).digest('hex').slice(0, 32)}`;
  return {
    id,
    warnings,
    run: async () => {
      const models = await chooseModels(services, request);
      const completion = await runCompletion(services, actor, {
        ...listeners,
        endpoint: V1_ENDPOINT,
        key,
        content: request,
        purpose: {},
        limits: { freeSendsPerDay: FREE_SENDS_PER_DAY },
        doNotStore: true,
        keepsResult: idempotencyKey !== undefined,
        onToolState: (made) => services.toolStates.keep(actor.userId, made),
        plan: (signal) =>
          planMessages(services, actor, { ...models, ...settingsOf(request), toolUse }, async (chosen) => {
            const findState = (ids: readonly string[]) => services.toolStates.find(actor.userId, ids);
            const messages = await readMessages(services, actor, request.messages, {
              ...chosen,
              findState,
              signal,
            });
            return checkLength(messages, chosen);
          }),
      });
      return { id, completion, warnings: [...warnings, ...completion.warnings] };
    },
  };
}

/** Refuses messages beyond the plan or the model. */
function checkLength(messages: QuestionMessage[], { model, limits }: ModelAndPlan) {
  const characters = messages.reduce((sum, message) => sum + textOfMessage(message).length, 0);
  refuseTooLong(characters, model, limits.characters);
  const hasFiles = messages.some(({ parts }) => parts.some(({ type }) => type === 'file'));
  return {
    messages,
    judged: messages,
    fitsFreePlan: !hasFiles && characters <= FREE_PLAN_LIMITS.characters,
  };
}

function settingsOf(request: ChatRequest) {
  const { temperature, top_p, stop, seed, web_search_options: search } = request;
  return {
    maxOutputTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    sampling: { temperature: temperature ?? undefined, topP: top_p ?? undefined },
    effort: effortOf(request),
    seed: seed ?? undefined,
    stop: stopsOf(stop),
    format: formatOf(request),
    webSearch: search ? true : undefined,
  };
}

function stopsOf(stop: ChatRequest['stop']): string[] | undefined {
  const stops = typeof stop === 'string' ? [stop] : (stop ?? []);
  return stops.length === 0 ? undefined : stops;
}

const EFFORTS = { minimal: 'low', low: 'low', medium: 'medium', high: 'high', xhigh: 'high' } as const;

const effortOf = ({ reasoning_effort: effort }: ChatRequest): ProviderRequest['effort'] =>
  effort && effort !== 'none' ? EFFORTS[effort] : undefined;

function effortWarnings(request: ChatRequest): string[] {
  const { reasoning_effort: wanted } = request;
  const sent = effortOf(request);
  if (!wanted || wanted === sent) return [];
  return [
    sent === undefined
      ? 'The reasoning effort "none" isn’t taken here; the model’s own default was used.'
      : `The reasoning effort "${wanted}" isn’t taken here; "${sent}" was used.`,
  ];
}

function formatOf({ response_format: format }: ChatRequest): ProviderRequest['format'] {
  if (!format || format.type === 'text') return undefined;
  if (format.type === 'json_object') return { type: 'json' };
  const { name, schema, strict } = format.json_schema;
  return schema ? { type: 'json', schema: { name, schema, strict: strict ?? false } } : { type: 'json' };
}

function toolUseOf(request: ChatRequest): ProviderRequest['toolUse'] {
  const { tools, tool_choice: choice, parallel_tool_calls: isParallel } = request;
  if (!tools || tools.length === 0) {
    if (choice && choice !== 'none' && choice !== 'auto')
      throw invalidParam('tool_choice', 'tool_choice needs tools to choose from.');
    return undefined;
  }
  const names = tools.map((each) => each.function.name);
  const repeated = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (repeated !== -1)
    throw invalidParam(`tools[${String(repeated)}].function.name`, 'Two tools have the same name.');
  const wanted =
    typeof choice === 'object' && choice ? { name: choice.function.name } : (choice ?? undefined);
  if (typeof wanted === 'object' && !names.includes(wanted.name))
    throw invalidParam('tool_choice.function.name', `None of the tools is called ${wanted.name}.`);
  return {
    tools: tools.map(({ function: { name, description, parameters, strict } }) => ({
      name,
      description: description ?? undefined,
      parameters: parameters ?? { type: 'object', properties: {} },
      strict: strict ?? undefined,
    })),
    choice: wanted,
    isParallel: isParallel ?? undefined,
  };
}
