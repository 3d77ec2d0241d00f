export * from '@promptwell/ai-providers/contract';
