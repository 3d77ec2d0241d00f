export type { SessionTurns } from './answers';
export { HistoryPanel, type HistoryPanelProps } from './history/history-panel';
export { SessionActions, type SessionActionsProps } from './session-actions';
export { sessionHistory } from './session-api';
export { SharedSessionPage } from './sharing/shared-session-page';
export { SharedSessionsPage } from './switching-off/shared-sessions-page';
export { parseThread, type ThreadEntry } from './thread';
export { linksOfVersion, selectShown, type VersionPlace } from './versions';
