import type { DocumentReader } from '@promptwell/documents';
import type { EstimateHost } from '../job.js';
import type { MainCalls } from '../worker/protocol.js';
import { readDocument } from './read-document.js';

/** What an estimate may ask of the main thread: nothing that sends or keeps. */
export function estimateCalls(host: EstimateHost, documents: DocumentReader, signal: AbortSignal): MainCalls {
  const notHere = (): Promise<never> => Promise.reject(new Error('An estimate sends and keeps nothing.'));
  return {
    findModel: (name) => host.findModel(name),
    countTokens: (model, texts) => host.countTokens(model, texts),
    readText: (request) => readDocument(documents, request, signal),
    beginBatch: notHere,
    ask: notHere,
    screen: notHere,
    checkpoint: notHere,
    loadResults: notHere,
    saveMemo: notHere,
    loadMemo: notHere,
  };
}
