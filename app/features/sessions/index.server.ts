export { exportSession, exportThread } from './export-session.server';
export { sessionData } from './personal-data.server';
export { SESSION_RATE_LIMITS } from './rate-limits';
export { saveSession } from './save-session.server';
export * from './answers';
export * from './schema';
export { deleteSavedSession, getSavedSession, listSavedSessions, renameSession } from './sessions.server';
