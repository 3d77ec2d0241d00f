export * from './request-save';
export * from './use-save-prompt';
