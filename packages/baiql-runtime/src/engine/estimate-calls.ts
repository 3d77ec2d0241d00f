import type { DocumentReader } from '@promptwell/documents';
import type { EstimateHost } from '../job.js';
import type { MainCalls } from '../worker/protocol.js';
import { readDocument, readHeader } from './read-document.js';

const notHere = (): Promise<never> => Promise.reject(new Error('Only a run may ask for this.'));

const NO_CALLS: MainCalls = {
  findModel: notHere,
  countTokens: notHere,
  readText: notHere,
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

/** What a check may ask of the main thread: the columns of a workbook, which only a process of its own looks into. */
export function checkCalls(documents: DocumentReader, signal: AbortSignal): MainCalls {
  return { ...NO_CALLS, readHeader: (file) => readHeader(documents, file, signal) };
}

/** What an estimate may ask of the main thread: nothing that sends or keeps. */
export function estimateCalls(host: EstimateHost, documents: DocumentReader, signal: AbortSignal): MainCalls {
  return {
    ...NO_CALLS,
    findModel: (name) => host.findModel(name),
    countTokens: (model, requests) => host.countTokens(model, requests),
    readText: (request) => readDocument(documents, request, signal),
  };
}
