/** Gives the body of an answer to the reader as a file, under the name that the server has for it. */
export async function download(response: Response): Promise<void> {
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileNameOf(response.headers.get('Content-Disposition') ?? '');
  link.click();
  // Some browsers begin to read it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The name with any letter stands encoded beside the plain one. */
export function fileNameOf(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, bare] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare ?? 'download';
}
