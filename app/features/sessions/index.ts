export { SessionActions, type SessionActionsProps } from './session-actions';
export type { SessionContent } from './session-content';
export { parseThread, type ThreadEntry } from './thread';
