import type { AiProvider, ProviderRequest, ProviderResult, Source } from './contract.js';
import { stripCodeFence } from './json-output.js';
import { ToolCallCollector, type ToolCallEvent } from './tool-calls.js';

/**
 * Runs a request to its end, passing deltas to the listeners as they arrive.
 * @throws ProviderFailure, and any error of the listeners
 */
export async function complete(
  provider: AiProvider,
  call: ProviderRequest,
  onText?: (delta: string) => void,
  onReasoning?: (delta: string) => void,
  onToolCall?: (delta: ToolCallEvent) => void,
): Promise<ProviderResult> {
  const toolCalls = new ToolCallCollector();
  let text = '';
  let reasoning = '';
  const sources = new Map<string, Source>();
  for await (const event of provider.stream(call)) {
    switch (event.type) {
      case 'text':
        text += event.text;
        onText?.(event.text);
        break;
      case 'source':
        // Sources are shown as links, so only http(s) URLs are kept.
        if (isPage(event.url) && (sources.get(event.url)?.title ?? null) === null)
          sources.set(event.url, { url: event.url, title: event.title });
        break;
      case 'reasoning':
        reasoning += event.text;
        onReasoning?.(event.text);
        break;
      case 'tool-call':
      case 'tool-arguments':
        toolCalls.add(event);
        onToolCall?.(event);
        break;
      case 'file':
        break;
      case 'finish': {
        const { reason: finishReason, vendorReason, usage, warnings, requestId, textAfterEnd, state } = event;
        return {
          text: call.format ? stripCodeFence(text) : text,
          reasoning,
          toolCalls: toolCalls.calls,
          sources: [...sources.values()],
          finishReason,
          vendorReason,
          usage,
          warnings,
          requestId,
          ...(textAfterEnd !== undefined && { textAfterEnd }),
          ...(state && { state }),
        };
      }
    }
  }
  throw new Error('An answer must end with its finish.');
}

const isPage = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
