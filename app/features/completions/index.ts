export * from './answer';
