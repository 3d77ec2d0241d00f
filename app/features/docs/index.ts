export { DocsFrame } from './docs-frame';
export { DocsFault } from './docs-fault';
export { Faq } from './faq';
export { Learn } from './learn';
export { Legal } from './legal';
export { DOC_TYPES, LEGAL_TITLES, type DocType } from './schema';
export { otherPictures } from './pictures';
export { DocText } from './doc-text';
export { DocMarkdown } from './doc-markdown';
