export { LibraryPage } from './library/library-page';
export * from './request-save';
export * from './use-save-prompt';
