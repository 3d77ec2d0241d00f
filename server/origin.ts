import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Listening {
  APP_URL?: string | undefined;
  HOST: string;
}

/** Where "every address of this machine" is listened on, this machine itself is the one that surely leads here. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The address to begin at: the public one, or else the one listened on, as a browser takes it. */
export function originOf({ APP_URL, HOST }: Listening, port: number): string {
  if (APP_URL !== undefined) return APP_URL.replace(/\/$/, '');
  const host = LOOPBACK[HOST] ?? HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/** Where a server listens on a port: with the setting PORT=0, the one that was free. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;
