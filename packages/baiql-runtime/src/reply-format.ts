import type { CompletionRequest } from './host.js';
import { closedSchemaOf, openSchemaOf } from './reply-fields.js';

/** The requested format of a reply. */
export interface ReplyFormat {
  readonly type: 'json';
  readonly schema?: {
    readonly name: string;
    /** Providers need not enforce the schema: the engine checks the reply. */
    readonly strict?: false;
    readonly schema: Readonly<Record<string, unknown>>;
  };
}

/** The requested reply format: prose (undefined), any JSON, or JSON with a schema of its fields. */
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
