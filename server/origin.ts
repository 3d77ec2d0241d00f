import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Listening {
  APP_URL?: string | undefined;
  HOST: string;
}

/** Loopback address to use if the server listens on all addresses. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The URL to open: APP_URL, or else the address listened on. */
export function originOf({ APP_URL, HOST }: Listening, port: number): string {
  if (APP_URL !== undefined) return APP_URL.replace(/\/$/, '');
  const host = LOOPBACK[HOST] ?? HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/** The port listened on, also with PORT=0. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;
