/** Saves the body of a response as a file, named by its Content-Disposition header. */
export async function download(response: Response): Promise<void> {
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileNameOf(response.headers.get('Content-Disposition') ?? '');
  link.click();
  // Some browsers start reading the URL later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** `filename*` holds the percent-encoded name beside the ASCII one. */
export function fileNameOf(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, bare] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare ?? 'download';
}
