export * from './responses';
export * from './schema';
export {
  listEditableDocs,
  putDoc,
  readDocsListPage,
  readDocVersion,
  readEditableDoc,
  readEditorPage,
  saveDoc,
} from './edit-docs.server';
