import type { CallTrace } from './http/call-trace.js';
import { readVendorError } from './read-vendor-error.js';

/** Fields that some servers refuse, each with the words by which a refusal names it. */
const FIELDS = {
  json_object: /response_format|json_object|json mode/i,
  json_schema: /response_format|json_schema|structured output/i,
  safety_identifier: /safety_identifier/,
  prompt_cache_key: /prompt_cache_key/,
} as const;
export type RefusableField = keyof typeof FIELDS;

/** A request, and which of its fields it can do without. */
interface Attempt {
  fields: readonly RefusableField[];
  send: () => Promise<Response>;
}

/** Learns by a server's own answers which fields it refuses, for each model, until the program ends. */
export class RefusedFields {
  readonly #byModel = new Map<string, ReadonlySet<RefusableField>>();

  /**
   * Sends a request, and again without what was refused in it: a refused request has cost nothing. What was refused is
   * remembered once the server has taken the request without it.
   */
  async send(
    model: string,
    trace: CallTrace,
    attempt: (refused: ReadonlySet<RefusableField>) => Attempt,
  ): Promise<Response> {
    const known = this.#byModel.get(model) ?? new Set();
    for (let refused = known; ;) {
      const { fields, send } = attempt(refused);
      try {
        const response = await send();
        if (refused !== known) this.#byModel.set(model, refused);
        return response;
      } catch (error) {
        const named = isRefusal(trace) ? fields.filter((field) => FIELDS[field].test(sentenceOf(trace))) : [];
        if (named.length === 0) throw error;
        refused = new Set([...refused, ...named]);
        trace.startAgain();
      }
    }
  }
}

const isRefusal = ({ status }: CallTrace): boolean => status === 400 || status === 422;

/** What the server says, without what it quotes of the request's other parts. */
function sentenceOf({ errorText }: CallTrace): string {
  try {
    const { sentence = '', param = '' } = readVendorError(JSON.parse(errorText));
    return `${sentence} ${param}`;
  } catch {
    return errorText;
  }
}
