import type { DocumentReader } from '@promptwell/documents';
import type { EstimateHost } from '../job.js';
import type { MainCalls } from '../worker/protocol.js';
import { readDocument, readHeader } from './read-document.js';

const notHere = (): Promise<never> => Promise.reject(new Error('Only a run may ask for this.'));

const NO_CALLS: MainCalls = {
  findModel: notHere,
  countTokens: notHere,
  readText: notHere,
  answeredAt: notHere,
  readHeader: notHere,
  beginBatch: notHere,
  ask: notHere,
  screen: notHere,
  checkpoint: notHere,
  loadResults: notHere,
  saveMemo: notHere,
  loadMemo: notHere,
  standing: notHere,
  recordFiles: notHere,
};

/** The calls a check may make to the main thread: the columns of a workbook, which are read in a separate process. */
export function checkCalls(documents: DocumentReader, signal: AbortSignal): MainCalls {
  return { ...NO_CALLS, readHeader: (file) => readHeader(documents, file, signal) };
}

/** The calls that reading an input may make to the main thread: the texts of documents. */
export function inputCalls(documents: DocumentReader, signal: AbortSignal): MainCalls {
  return { ...NO_CALLS, readText: (request) => readDocument(documents, request, signal) };
}

/** The calls an estimate may make to the main thread; none of them sends or stores anything. */
export function estimateCalls(host: EstimateHost, documents: DocumentReader, signal: AbortSignal): MainCalls {
  return {
    ...NO_CALLS,
    findModel: (name) => host.findModel(name),
    countTokens: (model, requests) => host.countTokens(model, requests),
    readText: (request) => readDocument(documents, request, signal),
    answeredAt: async (requests) => (await host.answeredAt?.(requests)) ?? requests.map(() => null),
  };
}
