export * from './limits';
export * from './answers';
export * from './schema';
export { convertPicture, readDocument } from './read-document.server';
export { withTemporaryFile } from './temporary-file.server';
