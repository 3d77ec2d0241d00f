import { ProviderFailure, textMessage, type AiProvider } from '@promptwell/ai-providers/contract';
import {
  createProviders,
  isAtItsVendor,
  type ProviderRegistry,
  type ProviderSettings,
  complete,
} from '@promptwell/ai-providers';
import { SECOND_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { quoteVendor } from '~/features/completions/index.server';
import { isForPrompts } from './model-purpose';
import type { Connection } from './schema';

/** The user is waiting. A model that has to be loaded first takes a while. */
const TIMEOUTS = {
  connectTimeoutMs: 5 * SECOND_MS,
  firstByteTimeoutMs: 45 * SECOND_MS,
  stallTimeoutMs: 15 * SECOND_MS,
  deadlineMs: 60 * SECOND_MS,
};
const PROBE_MAX_TOKENS = 64;
const MAX_QUOTE_CHARACTERS = 200;

/**
 * Lists a server's models and sends a one-word prompt, with its key and under the same address rules as a real request.
 * `wanted` are the models to try, the default one first.
 * @throws DomainError naming the wrong field if the server can't be used
 */
export async function testConnection(
  setting: ProviderSettings,
  wanted: readonly string[],
): Promise<Connection> {
  const registry = openRegistry(setting);
  try {
    const provider = registry.get(setting.key);
    if (!provider) throw new Error('A registry has what it was made with.');
    const list = await attempt(() => provider.listModels());
    const listed = 'failure' in list ? [] : list.done;
    const model =
      wanted.find((each) => listed.includes(each)) ?? wanted[0] ?? listed.find(isForPrompts) ?? listed[0];
    const word = model === undefined ? undefined : await attempt(() => sayOk(provider, model));
    return describe(setting, model, list, word);
  } finally {
    await registry.close();
  }
}

/** The server's own list of models. @throws DomainError */
export async function listServerModels(setting: ProviderSettings): Promise<string[]> {
  const registry = openRegistry(setting);
  try {
    const list = await attempt(async () => (await registry.get(setting.key)?.listModels()) ?? []);
    if ('failure' in list) throw refusal(setting, list.failure);
    return list.done;
  } finally {
    await registry.close();
  }
}

/** Tests each further key separately: a rejected one would only be noticed when it is needed. @throws DomainError */
export async function assertKeysWork(setting: ProviderSettings): Promise<void> {
  for (const [index, apiKey] of (setting.furtherKeys ?? []).entries()) {
    const registry = openRegistry({ ...setting, apiKey });
    try {
      const list = await attempt(async () => registry.get(setting.key)?.listModels());
      if ('failure' in list && list.failure.kind === 'unauthorised') {
        throw new DomainError(
          'invalid',
          `Further key ${String(index + 1)}: ${sentenceFor(setting, list.failure)}`,
          {
            code: 'connection_failed',
            field: 'furtherKeys',
            cause: list.failure,
          },
        );
      }
    } finally {
      await registry.close();
    }
  }
}

/** One key and one request, so that errors surface instead of being retried. */
const openRegistry = (setting: ProviderSettings): ProviderRegistry =>
  createProviders([{ ...setting, furtherKeys: [] }], { timeouts: TIMEOUTS, patience: { maxTries: 1 } });

const NO_DEPLOYMENTS =
  'This resource lists no deployments to its key. Add a model by the name of its deployment, as Azure shows it under Deployments.';

type Attempt<T> = { done: T } | { failure: ProviderFailure };

async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof ProviderFailure) return { failure: error };
    throw error;
  }
}

async function sayOk(provider: AiProvider, model: string): Promise<string> {
  const messages = [textMessage('user', 'Say OK.')];
  const { text } = await complete(provider, { model, messages, maxOutputTokens: PROBE_MAX_TOKENS });
  return text.length > MAX_QUOTE_CHARACTERS ? `${text.slice(0, MAX_QUOTE_CHARACTERS)}…` : text;
}

/**
 * A server without a model list may still work, and one with a busy model is reachable. A reasoning model may use up
 * the few tokens before its text: that counts as a reply.
 */
function describe(
  setting: ProviderSettings,
  model: string | undefined,
  list: Attempt<string[]>,
  word: Attempt<string> | undefined,
): Connection {
  const listFailure = 'failure' in list ? list.failure : undefined;
  const failed = word && 'failure' in word ? word.failure : undefined;
  const wordFailure = failed?.received?.finishReason === 'length' ? undefined : failed;
  const fatal = [listFailure, wordFailure].find((failure) => failure?.kind === 'unauthorised');
  if (fatal) throw refusal(setting, fatal);
  if (listFailure && (!word || wordFailure)) throw refusal(setting, listFailure);
  return {
    models: 'failure' in list ? [] : list.done,
    model: model ?? null,
    said: word && 'done' in word ? word.done : null,
    problem: listFailure
      ? sentenceFor(setting, listFailure)
      : wordFailure
        ? withVendor(wordFailure.message, wordFailure)
        : model === undefined && setting.kind === 'azure'
          ? NO_DEPLOYMENTS
          : null,
  };
}

const HAS_ADDRESS: readonly ProviderSettings['kind'][] = [
  'openai',
  'openai-compatible',
  'openai-responses',
  'anthropic-messages',
  'azure',
];

function refusal(setting: ProviderSettings, failure: ProviderFailure): DomainError {
  const field =
    failure.kind === 'unauthorised' ? 'apiKey' : HAS_ADDRESS.includes(setting.kind) ? 'baseUrl' : undefined;
  return new DomainError('invalid', sentenceFor(setting, failure), {
    code: 'connection_failed',
    ...(field !== undefined && { field }),
    cause: failure,
  });
}

/** Advice for administrators; the messages for users are less specific. */
function sentenceFor(setting: ProviderSettings, failure: ProviderFailure): string {
  return withVendor(ourSentence(setting, failure), failure);
}

/** The vendor's own message helps an administrator more than ours. */
const withVendor = (sentence: string, { vendorDetail }: ProviderFailure): string =>
  vendorDetail ? `${sentence} ${quoteVendor(vendorDetail)}` : sentence;

function ourSentence(setting: ProviderSettings, { kind, status, sent, message }: ProviderFailure): string {
  if (status === 404) return 'There is no API at this address (404). The base URL usually ends in /v1.';
  if (kind === 'bad_answer') {
    return 'The server answered, but not as an API does. Check the base URL; it usually ends in /v1.';
  }
  if (kind === 'refused' && !sent) {
    return 'This address is in a private network. Turn on “Allow private addresses” to use it.';
  }
  if (kind === 'connection_lost' && !sent) {
    return isAtItsVendor(setting)
      ? 'This server couldn’t reach the provider. Check its internet connection and proxy.'
      : 'Nothing answers at this address. Check it, and that the server is running.';
  }
  return status === undefined ? message : `${message} (${String(status)})`;
}
