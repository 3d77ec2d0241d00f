export * from './answer';
export * from './chat-floor';
export * from './free-models';
