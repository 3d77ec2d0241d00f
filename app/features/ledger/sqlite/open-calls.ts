import type { Clock } from '~/core/shared/clock';

/**
 * The calls of this process whose hold is open, and how long each may still take. Their time is counted on a clock that
 * nobody sets: when the time of day leaps, a call that is out is neither lost nor kept for ever.
 */
export class OpenCalls {
  readonly #timeouts = new Map<string, { timeoutMs: number; endsAtMs: number }>();

  constructor(private readonly steadyClock: Clock) {}

  begin(operationId: string, timeoutMs: number): void {
    this.#timeouts.set(operationId, { timeoutMs, endsAtMs: this.steadyClock() + timeoutMs });
  }

  /** Its result is here and is being booked, maybe not for the first time: it has all of its time again. */
  prolong(operationId: string): void {
    const call = this.#timeouts.get(operationId);
    if (call) this.begin(operationId, call.timeoutMs);
  }

  end(operationId: string): void {
    this.#timeouts.delete(operationId);
  }

  /** The ids of those within their time. */
  underWay(): string[] {
    const nowMs = this.steadyClock();
    return [...this.#timeouts].flatMap(([id, { endsAtMs }]) => (endsAtMs < nowMs ? [] : [id]));
  }

  /** And of those beyond it. */
  overdue(): string[] {
    const nowMs = this.steadyClock();
    return [...this.#timeouts].flatMap(([id, { endsAtMs }]) => (endsAtMs < nowMs ? [id] : []));
  }

  /** How long a call may still take; undefined: no call of this process has this id. */
  remainingMs(operationId: string): number | undefined {
    const call = this.#timeouts.get(operationId);
    return call && Math.max(0, Math.ceil(call.endsAtMs - this.steadyClock()));
  }
}
