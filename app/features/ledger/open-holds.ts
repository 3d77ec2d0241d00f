import type { Clock } from '~/core/shared/clock';

/**
 * The operations of this process with an open hold, and their remaining time. Uses a monotonic clock, so that a change
 * of the system time neither expires nor prolongs a hold.
 */
export class OpenHolds {
  readonly #timeouts = new Map<string, { timeoutMs: number; endsAtMs: number }>();

  constructor(private readonly steadyClock: Clock) {}

  begin(operationId: string, timeoutMs: number): void {
    this.#timeouts.set(operationId, { timeoutMs, endsAtMs: this.steadyClock() + timeoutMs });
  }

  /** Restarts the timeout, because the result is here and is being written, possibly after a retry. */
  prolong(operationId: string): void {
    const call = this.#timeouts.get(operationId);
    if (call) this.begin(operationId, call.timeoutMs);
  }

  end(operationId: string): void {
    this.#timeouts.delete(operationId);
  }

  /** Ids of those within their timeout. */
  underWay(): string[] {
    const nowMs = this.steadyClock();
    return [...this.#timeouts].flatMap(([id, { endsAtMs }]) => (endsAtMs < nowMs ? [] : [id]));
  }

  /** Ids of those past their timeout. */
  overdue(): string[] {
    const nowMs = this.steadyClock();
    return [...this.#timeouts].flatMap(([id, { endsAtMs }]) => (endsAtMs < nowMs ? [id] : []));
  }

  /** Time until the timeout; undefined if this process has no such operation. */
  remainingMs(operationId: string): number | undefined {
    const call = this.#timeouts.get(operationId);
    return call && Math.max(0, Math.ceil(call.endsAtMs - this.steadyClock()));
  }
}
