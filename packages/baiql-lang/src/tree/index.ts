export * from './expressions.js';
export * from './lines.js';
export * from './nodes.js';
export * from './visit.js';
