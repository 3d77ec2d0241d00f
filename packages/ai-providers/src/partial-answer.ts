import type { Call, Finish, FinishReason, ProviderFailureFacts, Usage, VendorState } from './contract.js';
import { countMessages, countTokens } from './tokens/count-tokens.js';

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
  reason: FinishReason | undefined;
  vendorReason: string | null = null;
  requestId: string | null = null;
  state: VendorState | undefined;
  /** Its text says why there is no answer. */
  isRefusal = false;
  #reported: ReportedUsage = {};

  constructor(
    private readonly call: Call,
    private readonly warnings: Finish['warnings'],
  ) {}

  report(usage: ReportedUsage): void {
    for (const [name, most] of MOST_REPORTED) {
      const value = usage[name];
      if (typeof value !== 'number' || !(value >= 0 && value <= most)) continue;
      if (value === 0 && NEVER_NONE.has(name)) continue;
      if (name === 'cost' || Number.isSafeInteger(value)) this.#reported[name] = value;
    }
  }

  /** Its end and what it used have arrived: nothing that still comes belongs to it. */
  get isWhole(): boolean {
    const { input, output } = this.#reported;
    return this.reason !== undefined && input !== undefined && output !== undefined;
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
      ...(this.state && { state: this.state }),
    };
  }

  /** For a failure in the middle of it; undefined when nothing that can be read had arrived. */
  async received(): Promise<ProviderFailureFacts['received']> {
    return this.text.trim() === '' ? undefined : { text: this.text, usage: await this.usageSoFar() };
  }

  /**
   * Of an answer cut short: vendors report output only at the end, and most of them the input too, so it is counted here,
   * as it is likely to be billed. The most that it could be is what a hold is for.
   */
  async usageSoFar(): Promise<Usage> {
    const { messages, model, format } = this.call;
    const input = this.#reported.input ?? (await countMessages(messages, model, { format, lean: 'likely' }));
    const output = this.text === '' ? 0 : await countTokens(this.text, model, 'likely');
    return this.#usage(input, output, 'counted');
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
