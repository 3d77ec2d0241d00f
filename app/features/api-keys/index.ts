export { AdminKeysPage } from './admin-keys-page';
export { KeyPolicyPage } from './key-policy-page';
export { KeysPage } from './keys-page';
