export * from './limits';
export * from './answers';
export * from './schema';
export { convertPicture, readDocument, withTemporaryFile } from './read-document.server';
export * from './transcription';
