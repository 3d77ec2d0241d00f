import net from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface RawRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
}

/** Requests as they go over the wire, the last of which asks to close the connection. */
export function rawRequests(requests: readonly RawRequest[], isLastClosing = true): string {
  return requests
    .map(({ path, method = 'GET', headers = {} }, index) =>
      [
        `${method} ${path} HTTP/1.1`,
        ...Object.entries({ Host: 'promptwell.test', ...headers }).map(
          ([name, value]) => `${name}: ${value}`,
        ),
        ...(isLastClosing && index === requests.length - 1 ? ['Connection: close'] : []),
        '\r\n',
      ].join('\r\n'),
    )
    .join('');
}

export async function connectTo(origin: string): Promise<net.Socket> {
  const { hostname, port } = new URL(origin);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => undefined); // cut off, as may well be
  await once(socket, 'connect');
  return socket;
}

/** Sends all of them at once on one connection, and gives the answers in their order. */
export async function pipeline(origin: string, requests: readonly RawRequest[]): Promise<RawAnswer[]> {
  const socket = await connectTo(origin);
  const answered = text(socket);
  socket.write(rawRequests(requests));
  return (await answered)
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((each) => each.startsWith('HTTP/1.1 '))
    .map((each) => {
      const [first = '', ...lines] = each.slice(0, each.indexOf('\r\n\r\n')).split('\r\n');
      return {
        status: Number(first.split(' ')[1]),
        headers: Object.fromEntries(
          lines.map((line) => [
            line.slice(0, line.indexOf(':')).toLowerCase(),
            line.slice(line.indexOf(':') + 2),
          ]),
        ),
      };
    });
}
