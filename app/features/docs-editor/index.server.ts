export * from './answers';
export * from './schema';
export { listEditableDocs, putDoc, readEditableDoc, readEditorPage, saveDoc } from './edit-docs.server';
