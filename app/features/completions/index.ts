export * from './answer';
export * from './free-models';
