export { transcriptionAnswerSchema, type TranscriptionAnswer } from './answers';
export * from './price';
