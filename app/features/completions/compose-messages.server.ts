import { DomainError } from '~/core/shared/errors';
import type { Plan } from '~/core/shared/permissions';
import { redactPersonalData } from '~/features/moderation/index';
import type { ChatImage, ChatMessage } from '~/integrations/ai/contract';
import type { Attachment, CompleteRequest } from './schema';

/** Image types that every vendor's vision models take. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** Chat mode, images and many files are for people who pay. */
export function refuseBeyondPlan(request: CompleteRequest, plan: Plan, maxAttachments: number): void {
  const needsPro = request.chatMode || request.attachments.some((attachment) => !hasText(attachment));
  if (plan === 'free' && needsPro) {
    throw new DomainError('forbidden', 'Access denied. PaidUser role required.', {
      code: 'paid_user_required',
    });
  }
  if (request.attachments.length > maxAttachments) {
    throw attachmentInvalid({ reason: `At most ${String(maxAttachments)} files at once.` });
  }
}

/** Turns a request into the messages that are sent: earlier turns in Chat mode, attached texts, then the prompt. */
export function composeMessages(request: CompleteRequest): ChatMessage[] {
  const clean = request.redactPii ? redactPersonalData : (text: string) => text;
  const history = request.chatMode ? request.history : [];
  const texts = request.attachments
    .filter(hasText)
    .map((attachment) => `--- ${attachment.name} ---\n${attachment.text}`);
  const images = request.attachments.filter((attachment) => !hasText(attachment)).map(imageOf);
  return [
    ...history.map((message): ChatMessage => ({
      role: message.role === 'user' ? 'user' : 'assistant',
      content: clean(message.content),
    })),
    {
      role: 'user',
      content: clean([...texts, request.prompt].join('\n\n')),
      ...(images.length > 0 ? { images } : {}),
    },
  ];
}

function hasText(attachment: Attachment): attachment is Attachment & { text: string } {
  return attachment.text !== undefined && attachment.text.trim() !== '';
}

function imageOf(attachment: Attachment): ChatImage {
  const { base64, mimeType, name } = attachment;
  const isImage =
    mimeType !== undefined && IMAGE_TYPES.has(mimeType) && base64 !== undefined && isBase64(base64);
  if (!isImage) {
    throw attachmentInvalid({
      attachment: name,
      reason: 'It has neither text nor an image in PNG, JPEG, WebP or GIF.',
    });
  }
  if ((base64.length * 3) / 4 > MAX_IMAGE_BYTES) {
    throw attachmentInvalid({ attachment: name, reason: `File too large: ${name} exceeds 20 MB.` });
  }
  return { mimeType, base64 };
}

const isBase64 = (text: string): boolean => text !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

const attachmentInvalid = (data: Readonly<Record<string, string>>): DomainError =>
  new DomainError('invalid', 'Attachment rejected. Please check file type/size.', {
    code: 'attachment_invalid',
    data,
  });
