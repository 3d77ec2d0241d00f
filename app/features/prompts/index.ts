export * from './request-save';
