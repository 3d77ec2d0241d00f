export * from './answer';
export * from './chat-floor';
export { completePrompt, type Send } from './complete-prompt.server';
export { completeForRun, storedReplyOfRun, type RunCall } from './complete-for-run.server';
export { optimizePrompt } from './optimize-prompt.server';
export { preflightCost } from './preflight-cost.server';
export { stopped, type PaidAnswer } from './pay-for-call.server';
export {
  createCatalogue,
  currentPrices,
  mostOf,
  type Catalogue,
  type GoneModel,
  type TranscriptionModel,
} from './catalogue.server';
export { successorOf } from './successors.server';
export { markGone } from './retire-model.server';
export { chooseModel, listModels } from './choose-model.server';
export { describeUncharged, explainFailure, reasonOf } from './provider-failures.server';
export { listModelChoices } from './list-model-choices.server';
export { createRunningCalls, tooManyAtOnce, type RunningCalls } from './running-calls.server';
export { streamReply } from './stream-reply.server';
export { findOperation, stopOperation } from './find-operation.server';
export { seedModels } from './seed-models.server';
export * from './call-limits.server';
export * from './schema';
