export * from './content/responses';
export { createContentStore } from './content/content-store.server';
export * from './content/queries';
export { readSeed } from './content/read-seed.server';
export { seedContent } from './content/seed-content.server';
export { readGenerator } from './read-generator.server';
export type { GeneratorServices } from './deps.server';
