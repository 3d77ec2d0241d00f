/** Said to whoever checks scripts against one's files. */
export const FILES_CHANGED = 'promptwell:files-changed';
