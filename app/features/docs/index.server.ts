export { FAQ, listDocs, readDoc, readLegal, readLegalPage } from './content.server';
export { chaptersOf } from './headings';
export { searchDocs } from './search-docs.server';
export * from './schema';
