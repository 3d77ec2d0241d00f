export { DocEditorPage } from './doc-editor-page';
export { DocsListPage } from './docs-list-page';
