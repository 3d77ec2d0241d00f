export { DocsFrame } from './docs-frame';
export { Faq } from './faq';
export { Learn } from './learn';
export { Legal } from './legal';
export { LEGAL_TITLES } from './schema';
