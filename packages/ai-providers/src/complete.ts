import type { AiProvider, Call, Finish, Source } from './contract.js';
import { withoutFence } from './json-answers.js';

/** A whole answer, gathered from its events. */
export interface Completion extends Omit<Finish, 'type'> {
  text: string;
  /** Each address once. */
  sources: Source[];
}

/**
 * Gathers the answer to one call, and hands each piece of its text over as it arrives.
 * @throws ProviderFailure, and whatever `onText` throws
 */
export async function complete(
  provider: AiProvider,
  call: Call,
  onText?: (piece: string) => void,
): Promise<Completion> {
  let text = '';
  const sources = new Map<string, Source>();
  for await (const event of provider.stream(call)) {
    switch (event.type) {
      case 'text':
        text += event.text;
        onText?.(event.text);
        break;
      case 'source':
        // An address that a vendor names is shown as a link: only one that leads to a page.
        if (isPage(event.url) && !sources.has(event.url))
          sources.set(event.url, { url: event.url, title: event.title });
        break;
      case 'reasoning':
      case 'file':
        break;
      case 'finish': {
        const { reason, vendorReason, usage, warnings, requestId, state } = event;
        return {
          text: call.format ? withoutFence(text) : text,
          sources: [...sources.values()],
          reason,
          vendorReason,
          usage,
          warnings,
          requestId,
          ...(state && { state }),
        };
      }
    }
  }
  throw new Error('An answer must end with its finish.');
}

const isPage = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
