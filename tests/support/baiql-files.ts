import type { FileEntry, Listing } from '../../app/features/baiql/index.server';

interface Answer<Body> {
  status: number;
  body: Body;
}

interface Download {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
}

/** A user's files, as a script reaches them. */
export function fileApi(origin: string, token: string) {
  const address = `${origin}/api/baiql/files`;
  const headers = { Authorization: `Bearer ${token}` };
  const get = (what: string, path: string, more: Record<string, string> = {}) =>
    fetch(`${address}${what}?${new URLSearchParams({ path, ...more }).toString()}`, { headers });
  const read = async (response: Response): Promise<Download> => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text: new TextDecoder().decode(bytes),
    };
  };
  const send = async (form: FormData): Promise<Answer<{ entries: FileEntry[]; message?: string }>> => {
    const response = await fetch(address, { method: 'POST', headers, body: form });
    return { status: response.status, body: (await response.json()) as { entries: FileEntry[] } };
  };
  return {
    send,
    upload: (folder: string, contents: Record<string, string | Buffer>) => {
      const form = new FormData();
      form.append('path', folder);
      for (const [name, text] of Object.entries(contents))
        form.append('file', new File([typeof text === 'string' ? text : Uint8Array.from(text)], name));
      return send(form);
    },
    list: async (path: string): Promise<Answer<Listing>> => {
      const response = await get('', path);
      return { status: response.status, body: (await response.json()) as Listing };
    },
    download: async (path: string) => read(await get('/content', path)),
    /** As a run wrote it. */
    downloadOf: async (run: string, path: string) => read(await get('/content', path, { run })),
    previewOf: async (run: string, path: string) => read(await get('/preview', path, { run })),
    archive: async (path: string) => read(await get('/archive', path)),
  };
}
