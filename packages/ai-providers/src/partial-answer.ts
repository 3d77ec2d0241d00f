import type {
  CompletionCall,
  CompletionResult,
  FinishReason,
  ProviderFailureFacts,
  TokenUsage,
} from './contract.js';
import { countMessages, countTokens } from './tokens.js';

/** What has arrived of one answer, streamed or whole. */
export class PartialAnswer {
  text = '';
  finishReason: FinishReason | undefined;
  requestId: string | null = null;
  #inputTokens: number | undefined;
  #outputTokens: number | undefined;

  constructor(private readonly call: CompletionCall) {}

  add(piece: string): void {
    if (piece === '') return;
    this.text += piece;
    this.call.onText?.(piece);
  }

  reportInput(tokens: number | null | undefined): void {
    this.#inputTokens = sensible(tokens) ?? this.#inputTokens;
  }

  reportOutput(tokens: number | null | undefined): void {
    this.#outputTokens = sensible(tokens) ?? this.#outputTokens;
  }

  /** The whole answer, with the vendor's usage, or our count if the vendor reported none. */
  async complete(finishReason: FinishReason): Promise<CompletionResult> {
    const { text, requestId } = this;
    if (this.#inputTokens === undefined || this.#outputTokens === undefined) {
      return { text, finishReason, requestId, usage: await this.usageSoFar() };
    }
    const usage: TokenUsage = {
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      source: 'provider',
    };
    return { text, finishReason, requestId, usage };
  }

  /** For a failure in the middle of it; undefined when nothing had arrived. */
  async received(): Promise<ProviderFailureFacts['received']> {
    return this.text === '' ? undefined : { text: this.text, usage: await this.usageSoFar() };
  }

  /** Of an answer cut short: vendors report output only at the end, so it is counted here. */
  async usageSoFar(): Promise<TokenUsage> {
    const { messages, model, json } = this.call;
    return {
      inputTokens: this.#inputTokens ?? (await countMessages(messages, model, { json })),
      outputTokens: this.text === '' ? 0 : await countTokens(this.text, model),
      source: 'counted',
    };
  }
}

function sensible(tokens: number | null | undefined): number | undefined {
  return typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined;
}
