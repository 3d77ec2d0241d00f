export { createDocsStore } from './docs-store.server';
export {
  listDocs,
  readDoc,
  readExample,
  readFaq,
  readFaqPage,
  readLearnPage,
  readLegal,
  readLegalPage,
} from './read-docs.server';
export { searchDocs } from './search-docs.server';
export { seedDocs } from './seed-docs.server';
export * from './schema';
export type { DocsServices } from './deps.server';
