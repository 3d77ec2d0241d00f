import type { Attachments } from './use-attachments';

export interface AttachmentsRowProps {
  attachments: Attachments;
  isFreePlan: boolean;
  /** The cost of this many input tokens, in cents; null if requests are free. */
  costOf: ((tokens: number) => number) | null;
  /** Whether the model reads images. */
  takesImages: boolean;
}
