import type { IncomingHttpHeaders } from 'node:http';

export interface RecordedRequest {
  model: string;
  prompt: string;
  body: unknown;
  headers: IncomingHttpHeaders;
}

export interface VendorStats {
  requests: number;
  /** Complete answers that were written out. */
  answered: number;
  streamed: number;
  /** Answers or waits that the other side broke off. */
  cancelled: number;
  faults: Record<string, number>;
  inFlight: number;
  maxInFlight: number;
  held: number;
  /** Prompts with more than one completed reply: a user paid twice. */
  answeredTwice: number;
}

const RECORDS_KEPT = 1_000;

export class RequestLog {
  readonly requests: RecordedRequest[] = [];
  readonly #answersByPrompt = new Map<string, number>();
  stats: VendorStats = zero();

  constructor(private readonly keepsRequests: boolean) {}

  received(request: RecordedRequest): void {
    if (!this.keepsRequests) return;
    this.requests.push(request);
    if (this.requests.length > RECORDS_KEPT) this.requests.shift();
  }

  opened(): void {
    this.stats.requests++;
    this.stats.inFlight++;
    this.stats.maxInFlight = Math.max(this.stats.maxInFlight, this.stats.inFlight);
  }

  fault(name: string): void {
    this.stats.faults[name] = (this.stats.faults[name] ?? 0) + 1;
  }

  answered(prompt: string): void {
    this.stats.answered++;
    const answers = (this.#answersByPrompt.get(prompt) ?? 0) + 1;
    this.#answersByPrompt.set(prompt, answers);
    if (answers === 2) this.stats.answeredTwice++;
  }

  answersTo(prompt: string): number {
    return this.#answersByPrompt.get(prompt) ?? 0;
  }

  promptsAnsweredTwice(): string[] {
    return [...this.#answersByPrompt].filter(([, answers]) => answers > 1).map(([prompt]) => prompt);
  }

  reset(): void {
    const { inFlight, held } = this.stats;
    this.stats = { ...zero(), inFlight, held };
    this.requests.length = 0;
    this.#answersByPrompt.clear();
  }
}

function zero(): VendorStats {
  return {
    requests: 0,
    answered: 0,
    streamed: 0,
    cancelled: 0,
    faults: {},
    inFlight: 0,
    maxInFlight: 0,
    held: 0,
    answeredTwice: 0,
  };
}
