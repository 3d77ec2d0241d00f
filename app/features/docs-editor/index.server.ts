export * from './answers';
export * from './schema';
export {
  listEditableDocs,
  putDoc,
  readDocVersion,
  readEditableDoc,
  readEditorPage,
  saveDoc,
} from './edit-docs.server';
export { readDocsListPage } from './read-docs-list.server';
