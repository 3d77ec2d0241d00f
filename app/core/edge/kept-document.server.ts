import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Compressions, best first. */
const ENCODINGS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};

/** A document that is the same for everyone: compressed once, and answered with 304 if the client has it. */
export interface KeptDocument {
  respond(request: Pick<Request, 'headers'>): Promise<Response>;
}

export function keepDocument(text: string, type: string): KeptDocument {
  const bytes = Buffer.from(text);
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const compress = (encoding: string, by: (bytes: Buffer) => Promise<Buffer>) => {
    const known = compressed.get(encoding) ?? by(bytes).then((made) => new Uint8Array(made));
    compressed.set(encoding, known);
    return known;
  };
  return {
    respond: async ({ headers: requestHeaders }) => {
      const headers = new Headers({ ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
      if (requestHeaders.get('If-None-Match')?.includes(etag.slice(2)))
        return new Response(null, { status: 304, headers });
      headers.set('Content-Type', type);
      const accepted = requestHeaders.get('Accept-Encoding') ?? '';
      const chosen = Object.entries(ENCODINGS).find(([encoding]) => accepts(accepted, encoding));
      if (!chosen) return new Response(bytes, { headers });
      headers.set('Content-Encoding', chosen[0]);
      return new Response(await compress(...chosen), { headers });
    },
  };
}

/** Listed, and not excluded by `;q=0`. */
const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((each) => {
    const [name = '', weight = 'q=1'] = each.split(';').map((part) => part.trim());
    return name === encoding && !/^q=0(?:\.0*)?$/.test(weight);
  });
