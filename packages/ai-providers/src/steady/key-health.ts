import type { ProviderFailure, ProviderFailureKind } from '../contract.js';
import { Circuit } from './circuit.js';

const REST_AFTER_RATE_LIMIT_MS = 10_000;
const REST_AFTER_REFUSAL_MS = 5 * 60_000;

export interface KeyState {
  state: 'ready' | 'resting';
  /** Why the key is paused. */
  reason: ProviderFailureKind | null;
  restsForMs: number;
}

/** A key's history, kept when the provider's settings change. */
export class KeyHealth {
  #restsUntilMs = 0;
  #reason: ProviderFailureKind | null = null;
  readonly #circuits = new Map<string, Circuit>();

  constructor(private readonly nowMs: () => number) {}

  get state(): KeyState {
    const restsForMs = Math.max(0, this.#restsUntilMs - this.nowMs());
    return restsForMs > 0
      ? { state: 'resting', reason: this.#reason, restsForMs }
      : { state: 'ready', reason: null, restsForMs: 0 };
  }

  circuit(model: string): Circuit {
    const circuit = this.#circuits.get(model) ?? new Circuit(this.nowMs);
    this.#circuits.set(model, circuit);
    return circuit;
  }

  /** Pauses the key after a rate limit, or after a refusal such as 401 or exhausted credit. */
  restAfter({ kind, retryAfterMs }: ProviderFailure): void {
    if (kind !== 'rate_limited' && kind !== 'unauthorised') return;
    const usualMs = kind === 'rate_limited' ? REST_AFTER_RATE_LIMIT_MS : REST_AFTER_REFUSAL_MS;
    this.#restsUntilMs = this.nowMs() + (retryAfterMs ?? usualMs);
    this.#reason = kind;
  }

  markAnswered(model: string): void {
    this.#restsUntilMs = 0;
    this.circuit(model).record(false);
  }
}
