import { createRequire } from 'node:module';
import path from 'node:path';
import express, { type RequestHandler } from 'express';

export const PDF_FILES_PATH = '/pdfjs';

/** Its scans are unpacked by WebAssembly; the worker that does so may do nothing else, and no page has this policy. */
const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/** What pdf.js fetches by names of its own: its worker, fonts, character maps and decoders. The version is in the path. */
export function servePdfFiles(): RequestHandler {
  const file = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  return express.Router().use(
    '/:version',
    express.static(path.dirname(file), {
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
      index: false,
      setHeaders: (response) => response.setHeader('Content-Security-Policy', WORKER_POLICY),
    }),
  );
}
