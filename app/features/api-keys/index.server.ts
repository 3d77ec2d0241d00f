export * from './schema';
export { createApiKeys, KEY_QUERIES } from './api-keys.server';
export { changeKey } from './change-key.server';
export { createKey } from './create-key.server';
export { listKeys } from './list-keys.server';
export { apiKeyData } from './personal-data.server';
export { revokeKey } from './revoke-key.server';
