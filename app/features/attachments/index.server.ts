export * from './limits';
export * from './responses';
export * from './schema';
export { convertImage, readDocument, withTemporaryFile } from './read-document.server';
export * from './transcription';
