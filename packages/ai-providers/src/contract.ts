import type { Pixels } from './tokens/picture-tokens.js';

/** The one shape in which the product talks to a model, whoever runs it. */

export type MessageRole = 'system' | 'user' | 'assistant';

export interface TextPart {
  type: 'text';
  text: string;
}

/** A picture or document as it is (`bytes`), or what was read out of one (`text`). */
export interface FilePart {
  type: 'file';
  mimeType: string;
  name?: string;
  /** Of a picture, where it is known: vendors bill by it. */
  pixels?: Pixels;
  data: { bytes: Uint8Array } | { text: string };
}

export type MessagePart = TextPart | FilePart;

/** What a vendor wants back with a turn of its own; for everybody else a sealed letter. */
export interface VendorState {
  vendor: string;
  value: unknown;
}

export interface Message {
  role: MessageRole;
  parts: MessagePart[];
  state?: VendorState;
}

/** A message of text alone. */
export const textMessage = (role: MessageRole, text: string): Message => ({
  role,
  parts: [{ type: 'text', text }],
});

export type Effort = 'low' | 'medium' | 'high';

export interface Call {
  model: string;
  /** The model that answers under this name, where the name says nothing of it, as that of a deployment. */
  modelBehind?: string | undefined;
  messages: readonly Message[];
  maxOutputTokens: number;
  /** Both are 0 to 1 or 2, as the vendor takes them. */
  sampling?: { temperature?: number | undefined; topP?: number | undefined } | undefined;
  /** How long the model may think. */
  effort?: Effort | undefined;
  seed?: number | undefined;
  /** Asks for one JSON value instead of prose; with a schema, for one of that shape. */
  format?: { type: 'json'; schema?: JsonSchema } | undefined;
  /** Whether the vendor searches the web for the answer. Its own usual way where this is left out. */
  webSearch?: boolean | undefined;
  /** How often it may at most. */
  maxSearches?: number | undefined;
  /** Stands for the user at the vendor, which looks for abuse by it; says nothing of who it is. */
  userId?: string | undefined;
  /** Says that all messages but the last will be sent again, and names them: the vendor may keep what it read of them. */
  cacheKey?: string | undefined;
  /** What the caller knows of the model, and the vendor's table (vendors/) does not. */
  takes?: { sampling?: boolean | undefined } | undefined;
  /** False: the caller counts its tries itself, so a request that failed is not sent again here. */
  retries?: boolean | undefined;
  /** Stops the call. In mid-answer this is no error: the stream ends with `stopped`. */
  signal?: AbortSignal | undefined;
}

export interface JsonSchema {
  name: string;
  /**
   * False: a schema that OpenAI's strict mode would refuse, as most that people write. Where it lets the answer have more
   * than it names, a vendor that knows only closed schemas is told it in words.
   */
  strict?: boolean;
  schema: Readonly<Record<string, unknown>>;
}

export interface Usage {
  /** `total` has the cached tokens in it. */
  input: { total: number; cacheRead: number; cacheWrite: number };
  /** `total` has the thinking in it. */
  output: { total: number; reasoning: number };
  /** What is billed by the piece. */
  requests: { webSearch: number };
  /** What the vendor itself says that the call cost; micro-dollars. */
  vendorCostMicroUsd?: number;
  /** Figures of the vendor that no call can have, such as a negative count; nothing is charged by them. */
  impossible?: Readonly<Record<string, number>>;
  /** `reported` by the vendor, or `counted` by our own tokenizer, as the answer was cut short or nothing was reported. */
  source: 'reported' | 'counted';
}

export type FinishReason = 'stop' | 'length' | 'filtered' | 'stopped';

/** A setting that the model does not take, and that was left out; the caller shows the sentence. */
export interface Warning {
  setting: 'temperature' | 'topP' | 'effort' | 'seed' | 'format' | 'webSearch' | 'maxOutputTokens';
  message: string;
}

export interface Source {
  url: string;
  title: string | null;
}

export type CallEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | ({ type: 'source' } & Source)
  | { type: 'file'; mimeType: string; bytes: Uint8Array }
  | Finish;

/** The last event of every answer. */
export interface Finish {
  type: 'finish';
  reason: FinishReason;
  /** As the vendor says it, for logs. */
  vendorReason: string | null;
  usage: Usage;
  warnings: Warning[];
  requestId: string | null;
  /** Characters that the vendor sent after the end of its answer; they are no part of it. */
  textAfterEnd?: number;
  /** To be sent back with this turn, where the vendor wants that. */
  state?: VendorState;
}

export interface AiProvider {
  /**
   * One answer, always streamed by the vendor, so that a long one never meets a time-out to its first byte. Ends with a
   * `finish`; breaking off the loop ends the request.
   * @throws ProviderFailure and nothing else
   */
  stream(call: Call): AsyncIterable<CallEvent>;
  /** Names of the models that the account may call, sorted. @throws ProviderFailure */
  listModels(): Promise<string[]>;
}

export type ProviderFailureKind =
  | 'refused'
  | 'rate_limited'
  | 'overloaded'
  | 'timed_out'
  | 'connection_lost'
  | 'empty'
  /** The vendor’s safety rules held the prompt or the whole answer back. */
  | 'filtered'
  /** The vendor has withdrawn the model. */
  | 'model_gone'
  | 'unauthorised'
  | 'bad_answer';

export interface ProviderFailureFacts {
  kind: ProviderFailureKind;
  /** A plain sentence that a user may read: no key, no prompt text, no vendor's prose. */
  message: string;
  /** Did the request leave this machine (or may it have)? */
  sent: boolean;
  /** True: nothing was consumed, so nothing may be charged. False: lost after the send. */
  certain: boolean;
  /** How long the provider asked us to wait. */
  retryAfterMs?: number;
  /** What had arrived when a stream broke; of an answer without visible text, what it used all the same. */
  received?: { text: string; usage: Usage; finishReason?: FinishReason };
  status?: number;
  /** The vendor's own identifier of the error, for logs. */
  vendorCode?: string;
  requestId?: string | null;
  /** The vendor's own sentence and the field that it names. For administrators: it may quote the prompt, never a key. */
  vendorDetail?: VendorDetail | undefined;
}

export interface VendorDetail {
  sentence: string;
  field: string | null;
}

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  readonly sent: boolean;
  readonly certain: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly vendorCode: string | undefined;
  readonly requestId: string | null;
  readonly #received: ProviderFailureFacts['received'];
  readonly #vendorDetail: VendorDetail | undefined;

  constructor(facts: ProviderFailureFacts) {
    super(facts.message);
    this.name = 'ProviderFailure';
    this.kind = facts.kind;
    this.sent = facts.sent;
    this.certain = facts.certain;
    this.retryAfterMs = facts.retryAfterMs;
    this.#received = facts.received;
    this.#vendorDetail = facts.vendorDetail;
    this.status = facts.status;
    this.vendorCode = facts.vendorCode;
    this.requestId = facts.requestId ?? null;
  }

  /** What had arrived when a stream broke. A getter, so that no logger writes the text down. */
  get received(): ProviderFailureFacts['received'] {
    return this.#received;
  }

  /** A getter for the same reason. */
  get vendorDetail(): VendorDetail | undefined {
    return this.#vendorDetail;
  }
}
