export { checkHealth } from './check-health.server';
export * from './answers';
export * from './schema';
export { makeSupportBundle, sendTestMail } from './support-bundle.server';
export { convertHeic, testOcr } from './test-documents.server';
