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
