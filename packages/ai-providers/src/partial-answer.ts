import type {
  Call,
  CallEvent,
  Finish,
  FinishReason,
  ProviderFailureFacts,
  Usage,
  VendorState,
} from './contract.js';
import { countMessages, countTokens } from './tokens/count-tokens.js';
import { familyOf } from './vendors/vendor.js';

/** What a vendor says before its `finish`, which is made here. */
export type Piece = Exclude<CallEvent, Finish>;

/** Token counts as a vendor reports them, maybe in several events: a later one counts, what it leaves out stays. */
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

/** What has arrived of one answer. */
export class PartialAnswer {
  text = '';
  reasoning = '';
  /** Characters that came after its end. */
  textAfterEnd = 0;
  vendorReason: string | null = null;
  requestId: string | null = null;
  state: VendorState | undefined;
  /** Its text says why there is no answer. */
  isRefusal = false;
  #reported: ReportedUsage = {};
  #impossible: Record<string, number> = {};
  #reason: FinishReason | undefined;
  #hasEnded = false;
  /** It was whole before this event. */
  #isOver = false;
  /** This event had text in it. */
  #hasText = false;
  /** No text has arrived since the output was reported. */
  #isOutputCurrent = false;
  /** The last thing that was said is what it used, in an event of its own: that comes at the end. */
  #isUsageLast = false;

  constructor(
    private readonly call: Call,
    private readonly warnings: Finish['warnings'],
  ) {}

  report(usage: ReportedUsage): void {
    for (const [name, most] of MOST_REPORTED) {
      const value = usage[name];
      if (typeof value !== 'number') continue;
      const isPossible = value >= 0 && value <= most && (name === 'cost' || Number.isSafeInteger(value));
      if (!isPossible) this.#impossible[name] = value;
      else if (value > 0 || !NEVER_NONE.has(name)) this.#reported[name] = value;
    }
    this.#isOutputCurrent = this.#hasReported;
    this.#isUsageLast = this.#hasReported && !this.#hasText;
  }

  /** The pieces and reports until the next call are those of one event. */
  beginEvent(): void {
    this.#isOver = this.isWhole;
    this.#hasText = false;
  }

  /** False: the piece is no part of the answer, as one that comes after its end. */
  add(piece: Piece, isOver = this.#isOver): boolean {
    if (piece.type !== 'text' && piece.type !== 'reasoning') return true;
    if (piece.text === '') return false;
    if (isOver) {
      this.textAfterEnd += piece.text.length;
      return false;
    }
    if (piece.type === 'text') this.text += piece.text;
    else this.reasoning += piece.text;
    this.#hasText = true;
    this.#isOutputCurrent = false;
    this.#isUsageLast = false;
    return true;
  }

  /** The first end that is said counts. */
  end(reason: FinishReason, vendorReason: string | null): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.vendorReason = vendorReason;
  }

  /** The vendor has closed the answer, whether or not it says why it ended. */
  close(): void {
    this.#hasEnded ||= this.text !== '' || this.reasoning !== '' || this.#hasReported;
  }

  /** Undefined while it may go on. Some servers close an answer without a reason. */
  get reason(): FinishReason | undefined {
    return this.#reason ?? (this.#hasEnded || this.#isUsageLast ? 'stop' : undefined);
  }

  get #hasReported(): boolean {
    return this.#reported.input !== undefined && this.#reported.output !== undefined;
  }

  /** Its end and what it used have arrived: nothing that still comes belongs to it. */
  get isWhole(): boolean {
    return this.#reason !== undefined && this.#hasReported;
  }

  /** One more search that the vendor did for this answer, where its usage does not say how many. */
  countSearch(): void {
    this.#reported.webSearches = (this.#reported.webSearches ?? 0) + 1;
  }

  /** The last event: with the vendor's usage, or our count if the vendor reported none. */
  async finish(reason: FinishReason): Promise<Finish> {
    const { input, output } = this.#reported;
    const isReported = typeof input === 'number' && typeof output === 'number';
    return {
      type: 'finish',
      reason,
      vendorReason: this.vendorReason,
      usage: isReported ? this.#usage(input, output, 'reported') : await this.usageSoFar(),
      warnings: this.warnings,
      requestId: this.requestId,
      ...(this.textAfterEnd > 0 && { textAfterEnd: this.textAfterEnd }),
      ...(this.state && { state: this.state }),
    };
  }

  /** For a failure in the middle of it; undefined when nothing that can be read had arrived. */
  async received(): Promise<ProviderFailureFacts['received']> {
    return this.text.trim() === '' ? undefined : { text: this.text, usage: await this.usageSoFar() };
  }

  /**
   * Of an answer cut short: most vendors report output only at the end, and many of them the input too. What is not
   * reported is counted here, as it is likely to be billed. The most that it could be is what a hold is for.
   */
  async usageSoFar(): Promise<Usage> {
    const { input, output } = this.#reported;
    if (this.#isOutputCurrent && input && output) return this.#usage(input, output, 'reported');
    const { messages, format } = this.call;
    const counted = input ?? (await countMessages(messages, familyOf(this.call), { format, lean: 'likely' }));
    return this.#usage(counted, await this.#countOutput(), 'counted');
  }

  /** Vendors bill the thinking as well. */
  async #countOutput(): Promise<number> {
    const texts = [this.reasoning, this.text].filter((text) => text !== '');
    const counts = await Promise.all(texts.map((text) => countTokens(text, familyOf(this.call), 'likely')));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #usage(input: number, output: number, source: Usage['source']): Usage {
    const { cacheRead, cacheWrite, reasoning, webSearches, cost } = this.#reported;
    // Some servers leave cached tokens out of the input, and still report them.
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

/** Of a request that never left this machine. */
export const NO_USAGE: Usage = {
  input: { total: 0, cacheRead: 0, cacheWrite: 0 },
  output: { total: 0, reasoning: 0 },
  requests: { webSearch: 0 },
  source: 'counted',
};

/** No model reads or writes more in one call. */
const MOST_TOKENS = 20_000_000;

/** What every answer has used. Servers that count nothing say zero. */
const NEVER_NONE: ReadonlySet<keyof ReportedUsage> = new Set(['input', 'output']);

/**
 * What is taken for a report at all. A server that says more of one call has a fault: what is beyond the hold is the
 * platform's, and a trillion tokens would fill its books to their end, so that nobody's call could be charged any more.
 */
const MOST_REPORTED: readonly (readonly [name: keyof ReportedUsage, most: number])[] = [
  ['input', MOST_TOKENS],
  ['cacheRead', MOST_TOKENS],
  ['cacheWrite', MOST_TOKENS],
  ['output', MOST_TOKENS],
  ['reasoning', MOST_TOKENS],
  ['webSearches', 1_000],
  ['cost', 10_000],
];
