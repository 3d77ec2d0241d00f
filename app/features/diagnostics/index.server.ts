export { checkHealth } from './check-health.server';
export * from './responses';
export * from './schema';
export { makeSupportBundle, sendTestMail } from './support-bundle.server';
export { convertHeic, testOcr } from './test-documents.server';
