import { createRequire } from 'node:module';
import path from 'node:path';
import express, { type RequestHandler } from 'express';

export const PDF_FILES_PATH = '/pdfjs';

/** pdf.js decodes scans with WebAssembly. Only its worker gets this policy; no page does. */
const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/**
 * The files that pdf.js loads at run time: worker, fonts, character maps and decoders. The path contains the version.
 */
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
