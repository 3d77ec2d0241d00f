import type { Message, ProviderEvent, ToolCall } from './contract.js';

export type ToolCallEvent = Extract<ProviderEvent, { type: 'tool-call' | 'tool-arguments' }>;

/** Joins the deltas of tool calls. */
export class ToolCallCollector {
  readonly #calls = new Map<number, ToolCall>();
  readonly #indexes = new Map<number, number>();
  #begun = 0;

  add(event: ToolCallEvent): void {
    if (event.type === 'tool-call') {
      const { index, id, name } = event;
      this.#calls.set(index, { id, name, arguments: '' });
      return;
    }
    const call = this.#calls.get(event.index);
    if (call) call.arguments += event.text;
  }

  /** Assigns a call its index: vendors' own may start anywhere, or be the same for all calls. */
  begin(vendorIndex: number): number {
    const index = this.#begun;
    this.#begun += 1;
    this.#indexes.set(vendorIndex, index);
    return index;
  }

  /** The index of the last call that began under a vendor's index. */
  indexOf(vendorIndex: number): number | undefined {
    return this.#indexes.get(vendorIndex);
  }

  /** Whether a name that comes again belongs to another call: it has another id, or the arguments are complete. */
  isAnother(index: number, id: string | null | undefined): boolean {
    const call = this.#calls.get(index);
    return call !== undefined && (id ? id !== call.id : isJson(call.arguments));
  }

  /** In the order of their indexes. A call without arguments has an empty object. */
  get calls(): ToolCall[] {
    return [...this.#calls]
      .sort(([a], [b]) => a - b)
      .map(([, call]) => (call.arguments.trim() === '' ? { ...call, arguments: '{}' } : call));
  }

  get isEmpty(): boolean {
    return this.#calls.size === 0;
  }

  /** Everything the model wrote, for counting. */
  get text(): string {
    return [...this.#calls.values()].map(({ name, arguments: text }) => `${name} ${text}`).join('\n');
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const isToolCallEvent = (event: { type: string }): event is ToolCallEvent =>
  event.type === 'tool-call' || event.type === 'tool-arguments';

export const toolCallsOf = ({ parts }: Message): ToolCall[] =>
  parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []));

export const toolResultsOf = ({ parts }: Message) =>
  parts.flatMap((part) => (part.type === 'tool-result' ? [part] : []));

/**
 * Arguments for vendors that require an object. Any other value that a model or client supplied goes into one of its
 * fields.
 */
export function argumentsObject({ arguments: text }: ToolCall): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    return { value };
  } catch {
    return { text };
  }
}
