// Baseline for our pages: a minimal Remix application without accounts, styles or headers.
import { createRequestHandler } from '@remix-run/express';
import express from 'express';

const build = await import(new URL('./build/server/index.js', import.meta.url));
const app = express();
app.all('*', createRequestHandler({ build, mode: 'production' }));
const server = app.listen(0, '127.0.0.1', () => console.log(`PORT ${server.address().port}`));
