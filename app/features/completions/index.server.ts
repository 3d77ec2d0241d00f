export * from './contract';
export { completePrompt, type Send } from './complete-prompt.server';
export { completeForRun, RUN_ENDPOINT, storedReplyOfRun, type RunCall } from './complete-for-run.server';
export { optimizePrompt } from './optimize-prompt.server';
export { preflightCost } from './preflight-cost.server';
export type { PaidAnswer } from './pay-for-call.server';
export {
  createCatalogue,
  mostOf,
  type Catalogue,
  type GoneModel,
  type TranscriptionModel,
} from './catalogue.server';
export { DEMO_PROVIDER, findReplyThatEndedDemo } from './demo.server';
export { currentPrices, priceInForce, pricesAt } from './prices-in-force.server';
export { freeModelNames, shownModels } from './shown-models.server';
export { ENDING_NOTICE_DAYS, listEndingModels, type EndingModel } from './ending-models.server';
export { endsSoon, isAskedAtVendor, markGone, successorOf } from './gone-models.server';
export { findSetUpProvider } from './find-provider.server';
export { chooseModel } from './plan-call.server';
export { describeUncharged, explainFailure, forgiveEmpty, reasonOf } from './failed-calls.server';
export { listModelChoices, listModels } from './list-models.server';
export { createRunningCalls, tooManyAtOnce, type RunningCalls } from './running-calls.server';
export { isShutdown, serverStopping, stoppedBy } from './stop-reasons';
export { streamReply } from './stream-reply.server';
export { findOperation, stopOperation } from './find-operation.server';
export { quoteVendor, readVendorDetails, sweepVendorDetails } from './vendor-details.server';
export { referenceModelData, referenceRule, seedModels } from './seed-models.server';
export {
  DEFAULT_MAX_OUTPUT_TOKENS,
  FREE_OPTIMIZATIONS_PER_DAY,
  FREE_PLAN_LIMITS,
  FREE_SENDS_PER_DAY,
  planLimitsOf,
  readRaise,
  readSpendCaps,
} from './call-limits.server';
export * from './schema';
export type { CompletionsServices } from './deps.server';
