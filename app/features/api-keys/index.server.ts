export * from './schema';
export {
  changeKeyFormSchema,
  createKeyFormSchema,
  keyChangeOfForm,
  keyFormParams,
  newKeyOfForm,
} from './forms';
export { keyPolicyFormSchema, keyPolicyOf, keyPolicySchema } from './key-policy';
export { readKeyPolicy, saveKeyPolicy } from './key-policy.server';
export { createApiKeys } from './api-keys.server';
export { createKeyRows } from './create-key-rows.server';
export { listKeysOfUser, readAdminKeysPage, revokeKeyOfUser } from './admin-keys.server';
export { changeKey } from './change-key.server';
export { createKey } from './create-key.server';
export { listKeys, readKey } from './list-keys.server';
export { apiKeyData } from './personal-data.server';
export { readKeysPage } from './read-keys-page.server';
export { revokeKey } from './revoke-key.server';
