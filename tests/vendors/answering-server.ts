import { createHash, createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedRequest {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface GivenAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent one after the other, each once the one before is out. */
  pieces: readonly (Buffer | string)[];
}

/** A server that responds as scripted, and records its requests. */
export async function startAnsweringServer(answer: (request: AskedRequest) => GivenAnswer) {
  const requests: AskedRequest[] = [];
  const server = http.createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(request);
      const { status = 200, headers: sent = {}, pieces } = answer(request);
      response.writeHead(status, sent);
      const write = (index: number): void => {
        const piece = pieces[index];
        if (piece === undefined) response.end();
        else response.write(piece, () => setImmediate(write, index + 1));
      };
      write(0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Whether a request is signed as Amazon wants it, worked out from its description of Signature Version 4
 * (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html), not with the package that signs.
 */
export function isSigned(
  { method, url, headers, body }: AskedRequest,
  secret: string,
  region: string,
): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/bedrock\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, day = '', signedRegion, names = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const path = pathname.split('/').map(encodeURIComponent).join('/');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query, lines.join(''), names, sha256(body)].join('\n');
  const scope = `${day}/${region}/bedrock/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n');
  const key = [day, region, 'bedrock', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return signedRegion === region && hmac(key, toSign).toString('hex') === signature;
}
