import type { WireTrace } from './http/wire-trace.js';
import { readVendorError } from './read-vendor-error.js';

/** Optional fields that some servers reject, with the words by which an error names them. */
const FIELDS = {
  json_object: /response_format|json_object|json mode/i,
  json_schema: /response_format|json_schema|structured output/i,
  safety_identifier: /safety_identifier/,
  prompt_cache_key: /prompt_cache_key/,
} as const;
export type RefusableField = keyof typeof FIELDS;

/** A request and its optional fields. */
interface Attempt {
  fields: readonly RefusableField[];
  send: () => Promise<Response>;
}

/** Remembers, per model and for the life of the process, which fields a server rejects. */
export class RefusedFields {
  readonly #byModel = new Map<string, ReadonlySet<RefusableField>>();

  /**
   * Sends a request and, if a field is rejected, again without it: a rejected request costs nothing. The field is
   * remembered once the server has accepted the request without it.
   */
  async send(
    model: string,
    trace: WireTrace,
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
        trace.reset();
      }
    }
  }
}

const isRefusal = ({ status }: WireTrace): boolean => status === 400 || status === 422;

/** The server's message, without quotes of other parts of the request. */
function sentenceOf({ errorText }: WireTrace): string {
  try {
    const { sentence = '', param = '' } = readVendorError(JSON.parse(errorText));
    return `${sentence} ${param}`;
  } catch {
    return errorText;
  }
}
