import type { CompletionRequest } from './host.js';
import { closedSchemaOf, openSchemaOf } from './reply-fields.js';

/** The shape of a reply that is asked for. */
export interface ReplyFormat {
  readonly type: 'json';
  readonly schema?: {
    readonly name: string;
    /** Vendors that hold replies to schemas need not do so: the engine checks what comes. */
    readonly strict?: false;
    readonly schema: Readonly<Record<string, unknown>>;
  };
}

/** What the model is asked for besides the prompt: prose (undefined), any JSON, or JSON with its fields as a schema. */
export function replyFormatOf({
  json,
  fields = [],
  isClosed = false,
}: Pick<CompletionRequest, 'json' | 'fields' | 'isClosed'>): ReplyFormat | undefined {
  if (!json) return undefined;
  if (fields.length === 0) return { type: 'json' };
  const schema = isClosed
    ? { name: 'reply', schema: closedSchemaOf(fields) }
    : { name: 'reply', strict: false as const, schema: openSchemaOf(fields) };
  return { type: 'json', schema };
}
