import type {
  ProviderRequest,
  ProviderEvent,
  FinishEvent,
  FinishReason,
  ProviderResult,
  Usage,
  VendorState,
} from './contract.js';
import { isToolCallEvent, ToolCallCollector } from './tool-calls.js';
import { countMessages, countTokens } from './tokens/count-tokens.js';
import { familyOf } from './vendors/vendor.js';

/** Events of a vendor before `finish`, which is made here. */
export type Delta = Exclude<ProviderEvent, FinishEvent>;

/** Reported token counts, possibly spread over several events: later values replace earlier ones. */
export interface ReportedUsage {
  input?: number | null | undefined;
  cacheRead?: number | null | undefined;
  cacheWrite?: number | null | undefined;
  output?: number | null | undefined;
  reasoning?: number | null | undefined;
  webSearches?: number | null | undefined;
  /** US dollars. */
  cost?: number | null | undefined;
}

/** The state of a response while it streams. */
export class PartialResponse {
  text = '';
  reasoning = '';
  readonly toolCalls = new ToolCallCollector();
  /** Number of characters after its end. */
  textAfterEnd = 0;
  vendorReason: string | null = null;
  requestId: string | null = null;
  state: VendorState | undefined;
  /** The text is a refusal. */
  isRefusal = false;
  #reported: ReportedUsage = {};
  #impossible: Record<string, number> = {};
  #reason: FinishReason | undefined;
  #hasEnded = false;
  /** It was complete before the current event. */
  #isOver = false;
  /** The current event has text. */
  #hasText = false;
  /** No text has arrived since output usage was reported. */
  #isOutputCurrent = false;
  /** The last event has only usage, so the response ends with it. */
  #isUsageLast = false;

  constructor(
    private readonly call: ProviderRequest,
    private readonly warnings: FinishEvent['warnings'],
  ) {}

  report(usage: ReportedUsage): void {
    for (const [name, most] of MAX_REPORTED) {
      const value = usage[name];
      if (typeof value !== 'number') continue;
      const isPossible = value >= 0 && value <= most && (name === 'cost' || Number.isSafeInteger(value));
      if (!isPossible) this.#impossible[name] = value;
      else if (value > 0 || !NEVER_NONE.has(name)) this.#reported[name] = value;
    }
    this.#isOutputCurrent = this.#hasReported;
    this.#isUsageLast = this.#hasReported && !this.#hasText;
  }

  /** Starts the next event: deltas and reports until the next call belong to it. */
  startEvent(): void {
    this.#isOver = this.isWhole;
    this.#hasText = false;
  }

  /** Returns false if the delta is not part of the response, for example after its end. */
  add(piece: Delta, isOver = this.#isOver): boolean {
    if (piece.type === 'source' || piece.type === 'file') return true;
    const text = piece.type === 'tool-call' ? piece.name : piece.text;
    if (text === '') return false;
    if (isOver) {
      this.textAfterEnd += text.length;
      return false;
    }
    if (isToolCallEvent(piece)) this.toolCalls.add(piece);
    else if (piece.type === 'text') this.text += piece.text;
    else this.reasoning += piece.text;
    this.#hasText = true;
    this.#isOutputCurrent = false;
    this.#isUsageLast = false;
    return true;
  }

  /** The first reported end counts. */
  end(reason: FinishReason, vendorReason: string | null): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.vendorReason = vendorReason;
  }

  /** The vendor has closed the response, with or without a finish reason. */
  close(): void {
    this.#hasEnded ||= this.hasContent || this.reasoning !== '' || this.#hasReported;
  }

  /** Something to show or to act on: text or a call of a tool. */
  get hasContent(): boolean {
    return this.text.trim() !== '' || !this.toolCalls.isEmpty;
  }

  /** Undefined while it may continue. Some servers close a response without a reason, or call tools and say `stop`. */
  get reason(): FinishReason | undefined {
    const reason = this.#reason ?? (this.#hasEnded || this.#isUsageLast ? 'stop' : undefined);
    return reason === 'stop' && !this.toolCalls.isEmpty ? 'tool_calls' : reason;
  }

  get #hasReported(): boolean {
    return this.#reported.input !== undefined && this.#reported.output !== undefined;
  }

  /** Both end and usage have arrived; anything later is ignored. */
  get isWhole(): boolean {
    return this.#reason !== undefined && this.#hasReported;
  }

  /** Counts a search by the vendor, if usage doesn't include the number. */
  countSearch(): void {
    this.#reported.webSearches = (this.#reported.webSearches ?? 0) + 1;
  }

  /** The `finish` event, with reported usage or else our own count. */
  async finish(reason: FinishReason): Promise<FinishEvent> {
    const { input, output } = this.#reported;
    const isReported = typeof input === 'number' && typeof output === 'number';
    return {
      type: 'finish',
      reason,
      usage: isReported ? this.#usage(input, output, 'reported') : await this.usageSoFar(),
      ...this.#facts(),
    };
  }

  /** The part that arrived before a failure; undefined if nothing readable did. */
  async received(): Promise<ProviderResult | undefined> {
    if (!this.hasContent) return undefined;
    const usage = await this.usageSoFar();
    const { text, reasoning } = this;
    const toolCalls = this.toolCalls.calls;
    return { text, reasoning, toolCalls, sources: [], finishReason: 'interrupted', usage, ...this.#facts() };
  }

  /** A response that ended without readable text. */
  withoutText({ reason, usage }: FinishEvent): ProviderResult {
    const { reasoning } = this;
    return { text: '', reasoning, toolCalls: [], sources: [], finishReason: reason, usage, ...this.#facts() };
  }

  #facts(): Pick<ProviderResult, 'vendorReason' | 'warnings' | 'requestId' | 'textAfterEnd' | 'state'> {
    return {
      vendorReason: this.vendorReason,
      warnings: this.warnings,
      requestId: this.requestId,
      ...(this.textAfterEnd > 0 && { textAfterEnd: this.textAfterEnd }),
      ...(this.state && { state: this.state }),
    };
  }

  /**
   * Usage of an unfinished response. Most vendors report output only at the end, and many also the input; the rest is
   * counted here because it is likely billed. Upper bounds are the hold's concern.
   */
  async usageSoFar(): Promise<Usage> {
    const { input, output } = this.#reported;
    if (this.#isOutputCurrent && input && output) return this.#usage(input, output, 'reported');
    const { messages, format, toolUse } = this.call;
    const counted =
      input ?? (await countMessages(messages, familyOf(this.call), { format, toolUse, lean: 'likely' }));
    return this.#usage(counted, await this.#countOutput(), 'counted');
  }

  /** Vendors also bill reasoning. */
  async #countOutput(): Promise<number> {
    const texts = [this.reasoning, this.text, this.toolCalls.text].filter((text) => text !== '');
    const counts = await Promise.all(texts.map((text) => countTokens(text, familyOf(this.call), 'likely')));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #usage(input: number, output: number, source: Usage['source']): Usage {
    const { cacheRead, cacheWrite, reasoning, webSearches, cost } = this.#reported;
    // Some servers report cached tokens but exclude them from the input.
    const read = Math.min(cacheRead ?? 0, input);
    return {
      input: { total: input, cacheRead: read, cacheWrite: Math.min(cacheWrite ?? 0, input - read) },
      output: { total: output, reasoning: Math.min(reasoning ?? 0, output) },
      requests: { webSearch: webSearches ?? 0 },
      ...(typeof cost === 'number' && { vendorCostMicroUsd: Math.ceil(cost * 1_000_000 - 1e-6) }),
      ...(Object.keys(this.#impossible).length > 0 && { impossible: this.#impossible }),
      source,
    };
  }
}

/** Usage of a request that was never sent. */
export const NO_USAGE: Usage = {
  input: { total: 0, cacheRead: 0, cacheWrite: 0 },
  output: { total: 0, reasoning: 0 },
  requests: { webSearch: 0 },
  source: 'counted',
};

/** More tokens than any model reads or writes per request. */
const MAX_TOKENS = 20_000_000;

/** Minimum usage of any response. Servers that don't count report zero. */
const NEVER_NONE: ReadonlySet<keyof ReportedUsage> = new Set(['input', 'output']);

/**
 * Bounds for accepting reported usage. Larger values are a bug of the server: what exceeds the hold is the platform's
 * loss, and a trillion tokens would overflow its account.
 */
const MAX_REPORTED: readonly (readonly [name: keyof ReportedUsage, most: number])[] = [
  ['input', MAX_TOKENS],
  ['cacheRead', MAX_TOKENS],
  ['cacheWrite', MAX_TOKENS],
  ['output', MAX_TOKENS],
  ['reasoning', MAX_TOKENS],
  ['webSearches', 1_000],
  ['cost', 10_000],
];
