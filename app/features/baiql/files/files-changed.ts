const FILES_CHANGED = 'promptwell:files-changed';

/** Tells whoever checks scripts against one's files that these are others now. */
export function tellFilesChanged(): void {
  window.dispatchEvent(new Event(FILES_CHANGED));
}

/** Calls back whenever they are; what it returns ends that. */
export function onFilesChanged(listener: () => void): () => void {
  window.addEventListener(FILES_CHANGED, listener);
  return () => window.removeEventListener(FILES_CHANGED, listener);
}
