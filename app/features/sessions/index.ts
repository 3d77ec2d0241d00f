export { SessionActions } from './session-actions';
export type { SessionContent } from './session-content';
export type { ThreadEntry } from './thread';
