export { AdminKeysPage } from './admin-keys-page';
export { KeysPage } from './keys-page';
