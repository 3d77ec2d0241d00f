import type { ProviderRequest, FilePart, Message } from '../contract.js';
import { toolCallsOf } from '../tool-calls.js';
import { JSON_INSTRUCTION_TOKENS } from '../json-output.js';
import { binariesOf, isImage, textOfMessage } from '../message-parts.js';
import { countO200k } from './o200k.js';
import { tokenRuleFor } from './token-rules.js';

/** Upper bound for a document sent as bytes. */
const BYTES_A_DOCUMENT_TOKEN = 2;

/** `most`: an upper bound, for holds. `likely`: an estimate, charged if the vendor reports nothing. */
export type Lean = 'most' | 'likely';

/** Framing of tools in the prompt. Anthropic's is the longest, 313 to 530 tokens depending on model and choice. */
const TOOL_FRAME_TOKENS: Readonly<Record<Lean, number>> = { most: 600, likely: 350 };
const TOKENS_PER_TOOL = 12;

/** Tokens of a text by the model's tokenizer, exact for OpenAI and Demo. Counted in slices that yield to other work. */
export async function countTokens(text: string, model: string, lean: Lean = 'most'): Promise<number> {
  const rule = tokenRuleFor(model)[lean];
  const extra = rule.extraPerNonAsciiChar === 0 ? 0 : countNonAscii(text) * rule.extraPerNonAsciiChar;
  return Math.ceil((await countO200k(text)) * rule.factor + extra);
}

/** Input tokens of a request: text, framing of each message, and images. */
export async function countMessages(
  messages: readonly Message[],
  model: string,
  { format, toolUse, lean = 'most' }: Pick<ProviderRequest, 'format' | 'toolUse'> & { lean?: Lean } = {},
): Promise<number> {
  const rule = tokenRuleFor(model);
  const pictureTokens = ({ pixels }: FilePart): number =>
    lean === 'likely' && pixels ? Math.min(rule.perImage, rule.imageTokens(pixels)) : rule.perImage;
  let tokens = rule.perRequest + (format ? JSON_INSTRUCTION_TOKENS : 0);
  if (format?.schema) tokens += await countTokens(JSON.stringify(format.schema.schema), model, lean);
  if (toolUse) {
    tokens += TOOL_FRAME_TOKENS[lean] + toolUse.tools.length * TOKENS_PER_TOOL;
    tokens += await countTokens(JSON.stringify(toolUse.tools), model, lean);
  }
  for (const message of messages) {
    tokens += rule.perMessage + (await countTokens(textOfMessage(message), model, lean));
    for (const call of toolCallsOf(message))
      tokens += TOKENS_PER_TOOL + (await countTokens(`${call.name} ${call.arguments}`, model, lean));
    // Sent back unchanged; most of it is a signature, billed as the reasoning it stands for.
    if (message.state && lean === 'most')
      tokens += await countTokens(JSON.stringify(message.state.value), model, lean);
    for (const { part, bytes } of binariesOf(message)) {
      tokens += isImage(part) ? pictureTokens(part) : Math.ceil(bytes.length / BYTES_A_DOCUMENT_TOKEN);
    }
  }
  return tokens;
}

/** Maximum tokens of an image; smaller ones cost less at most vendors. */
export const maxImageTokens = (model: string): number => tokenRuleFor(model).perImage;

function countNonAscii(text: string): number {
  let chars = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) chars++;
  return chars;
}
