export { CardForm } from './card-form';
export { confirmAtBank, reloadUnderOwnPolicy } from './load-stripe';
export { findPackage, TOP_UP_PACKAGES } from './packages';
export type { RecentPayment } from './schema';
export { TopUpPage } from './top-up-page';
