/** The one shape in which the product talks to a model, whoever runs it. */

export type ChatRole = 'system' | 'user' | 'assistant';

export interface ChatImage {
  mimeType: string;
  base64: string;
}

export interface ChatMessage {
  role: ChatRole;
  content: string;
  images?: ChatImage[];
}

export interface CompletionCall {
  model: string;
  messages: ChatMessage[];
  maxOutputTokens: number;
  temperature?: number;
  topP?: number;
  /** Asks for one JSON object instead of prose. */
  json?: boolean;
  /** Stops the call. In mid-answer this is no error: what was received comes back as `stopped`. */
  signal?: AbortSignal;
  /** When given, the answer is streamed and each piece is handed over as it arrives. */
  onText?: (delta: string) => void;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  /** `provider`: as reported by the vendor. `counted`: by our own tokenizer, as nothing was reported. */
  source: 'provider' | 'counted';
}

export type FinishReason = 'stop' | 'length' | 'filtered' | 'stopped';

export interface CompletionResult {
  text: string;
  finishReason: FinishReason;
  usage: TokenUsage;
  requestId: string | null;
}

export interface AiProvider {
  /** @throws ProviderFailure and nothing else, unless `onText` itself throws. */
  complete(call: CompletionCall): Promise<CompletionResult>;
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
  received?: { text: string; usage: TokenUsage; finishReason?: FinishReason };
  status?: number;
  /** The vendor's own identifier of the error, for logs. */
  vendorCode?: string;
  requestId?: string | null;
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

  constructor(facts: ProviderFailureFacts) {
    super(facts.message);
    this.name = 'ProviderFailure';
    this.kind = facts.kind;
    this.sent = facts.sent;
    this.certain = facts.certain;
    this.retryAfterMs = facts.retryAfterMs;
    this.#received = facts.received;
    this.status = facts.status;
    this.vendorCode = facts.vendorCode;
    this.requestId = facts.requestId ?? null;
  }

  /** What had arrived when a stream broke. A getter, so that no logger writes the text down. */
  get received(): ProviderFailureFacts['received'] {
    return this.#received;
  }
}
