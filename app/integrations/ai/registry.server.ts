export { createProviders, type ProviderSettings } from '@promptwell/ai-providers';
