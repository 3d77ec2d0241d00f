const FILES_CHANGED = 'promptwell:files-changed';

/** Notifies editors, which check scripts against the user's files, that the files have changed. */
export function notifyFilesChanged(): void {
  window.dispatchEvent(new Event(FILES_CHANGED));
}

/** Calls the listener after each change. Returns a function that stops listening. */
export function onFilesChanged(listener: () => void): () => void {
  window.addEventListener(FILES_CHANGED, listener);
  return () => window.removeEventListener(FILES_CHANGED, listener);
}
