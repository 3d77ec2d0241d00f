export { SessionActions, type SessionActionsProps } from './session-actions';
export { parseThread, type ThreadEntry } from './thread';
