export { LibraryPage } from './library-page';
export { SharedPromptPage } from './shared-prompt-page';
