export type { SessionTurns } from './answers';
export { HistoryPanel, type HistoryPanelProps } from './history/history-panel';
export { SessionActions, type SessionActionsProps } from './session-actions';
export { sessionHistory } from './session-api';
export { parseThread, type ThreadEntry } from './thread';
