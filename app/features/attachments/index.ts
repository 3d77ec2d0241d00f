export type { OmittedFile, SentAttachment } from './attachment';
export { AttachButton, AttachmentsRow } from './attachments-row';
export * from './limits';
export { useAttachments } from './use-attachments';
export { useSentFiles, type SentFiles } from './use-sent-files';
