export { LibraryPage } from './library/library-page';
export { SharedPromptPage } from './library/shared-prompt-page';
export { ModerationPage } from './moderation/moderation-page';
export * from './request-save';
export * from './use-save-prompt';
