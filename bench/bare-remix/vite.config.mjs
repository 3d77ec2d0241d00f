import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [remix({ future: { v3_singleFetch: true } })],
  ssr: { external: ['better-sqlite3'] }, // loads native code relative to its own files
  logLevel: 'error',
});
