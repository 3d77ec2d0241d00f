export * from './contract';
export type { CompleteRequestInput, OptimizeRequestInput, PreflightRequestInput } from './schema';
