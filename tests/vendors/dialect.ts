import type { ToldToolCall, ToldUsage } from './behaviour';

/** Properties that differ between vendors' HTTP APIs. The server in vendor-server.ts does the rest. */
export interface Dialect {
  completionPath: string;
  /** The end of a base URL that the vendor's SDK expects. */
  basePath: string;
  requestIdHeader: string;
  models(names: string[]): unknown;
  /** One complete answer as JSON. */
  answer(reply: VendorReply): unknown;
  /** The same as server-sent events: before the text, one per piece of text, and after the text. */
  streamStart(reply: VendorReply): string;
  streamText(reply: VendorReply, piece: string): string;
  /** One call of a tool, its arguments in two pieces. */
  streamToolCall(reply: VendorReply, call: ToldToolCall, index: number): string;
  streamEnd(reply: VendorReply): string;
  error(status: number, code: string | undefined, message: string): unknown;
  errorEvent(code: string | undefined, message: string): string;
}

export interface VendorReply {
  id: string;
  model: string;
  text: string;
  finish: 'stop' | 'length' | 'filtered' | 'tools';
  toolCalls: readonly ToldToolCall[];
  usage: ToldUsage | null;
  /** The streaming request asked for usage to be reported. */
  wantsUsage: boolean;
}

/** A text in two pieces. */
export const halvesOf = (text: string): string[] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '');
};

/** A server-sent event that says its type twice, as Anthropic's and those of the Responses API do. */
export function typedEvent(type: string, rest: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
}
