export { transcriptionOffer } from './find-transcriber.server';
export * from './schema';
export { transcribeAudio } from './transcribe-audio.server';
