export {
  createProviders,
  isAtItsVendor,
  type ProviderRegistry as Providers,
  type ProviderSettings,
} from '@promptwell/ai-providers';
