import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import { createServer as createVite } from 'vite';
import { createExpressApp } from './express-app';
import { originOf, portOf } from './origin';
import type { ServerEntry } from './server-entry';
import { stopOnSignals } from './shutdown';

// `npm run dev`: the same host, with Vite building on demand.
const root = path.resolve(import.meta.dirname, '..');
if (fs.existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV = 'development';
const vite = await createVite({ server: { middlewareMode: true } });
const loadBuild = async () => (await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild;
const entry = (await loadBuild()).entry.module as unknown as ServerEntry;
const env = entry.readEnv(process.env);
const app = await entry.createApp(env, { root }, entry.createLogger(env.LOG_LEVEL));
let isStopping = false;
const server = createServer(
  createExpressApp({
    app,
    entry,
    build: loadBuild,
    loadApi: async () => ((await loadBuild()).entry.module as unknown as ServerEntry).api,
    clientDir: undefined,
    developmentMiddleware: vite.middlewares,
    isStopping: () => isStopping,
  }),
);
stopOnSignals(server, app, () => {
  isStopping = true;
  void vite.close();
});
server.listen(env.PORT, env.HOST, () => {
  void app.announce(originOf(env, portOf(server)));
});
