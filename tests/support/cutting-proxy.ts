import { once } from 'node:events';
import net from 'node:net';

/** The end of the message that carries this statement without parameters. */
const COMMIT = Buffer.from('COMMIT\0');

/** When the connection is cut: before the server sees a COMMIT, or after it has answered, which the client never learns. */
export type Cut = 'before-commit' | 'after-commit';

/** Stands between a process and PostgreSQL, and resets connections where it is told to. */
export interface CuttingProxy {
  url: string;
  /** Cuts the next of these many commits. */
  cutNext(cut: Cut, times?: number): void;
  close(): Promise<void>;
}

/** `socketUrl` is the server's, with its socket's folder as `host`. */
export async function startCuttingProxy(socketUrl: string): Promise<CuttingProxy> {
  const { pathname, searchParams } = new URL(socketUrl);
  const socket = `${searchParams.get('host') ?? ''}/.s.PGSQL.5432`;
  const open = new Set<net.Socket>();
  const cuts: Cut[] = [];
  const server = net.createServer((client) => {
    const upstream = net.connect(socket);
    let isDeaf = false;
    for (const each of [client, upstream]) {
      open.add(each);
      each.on('close', () => open.delete(each));
      each.on('error', () => each.destroy()); // the other side is gone
    }
    client.on('data', (chunk) => {
      const cut = chunk.includes(COMMIT) ? cuts.shift() : undefined;
      if (cut === 'before-commit') {
        client.resetAndDestroy();
        upstream.destroy();
        return;
      }
      isDeaf = cut === 'after-commit';
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isDeaf) client.write(chunk);
      else {
        client.resetAndDestroy();
        upstream.destroy();
      }
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `postgres://postgres@127.0.0.1:${String(address.port)}${pathname}`,
    cutNext: (cut, times = 1) => {
      for (let i = 0; i < times; i += 1) cuts.push(cut);
    },
    close: async () => {
      for (const each of open) each.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
