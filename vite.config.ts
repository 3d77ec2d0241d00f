import path from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import remixOptions from './remix.config.js';

/** Lucide repeats its notice above each icon and helper: public/licenses/lucide.txt has it once, and whole. */
const oneLicenseForIcons: Plugin = {
  name: 'one-license-for-icons',
  transform: (code, id) =>
    id.includes('/lucide-react/')
      ? code.replaceAll(/\/\*\*\s+\* @license lucide-react[\s\S]*?\*\//g, '')
      : null,
};

export default defineConfig({
  // The product speaks American English; the components library brings thirty languages.
  plugins: [
    oneLicenseForIcons,
    tailwindcss(),
    optimizeLocales.vite({ locales: ['en-US'] }),
    remix(remixOptions),
  ],
  resolve: { alias: { '~': path.resolve(import.meta.dirname, 'app') } },
  build: {
    target: 'es2022',
    // The page names all of its scripts to load: the scripts need not name those of others once more.
    rollupOptions: {
      output: { hoistTransitiveImports: false },
      // A feature's modules do nothing by being loaded: a page gets those of a feature's index that it uses.
      treeshake: { moduleSideEffects: (id) => !/\/app\/features\//.test(id) },
    },
  },
  // Development finds every library at its start; found one by one, each would load the page anew.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/ui/**/*.tsx', 'app/features/baiql/workbench/*.client.ts'],
  },
  // These find a worker, a child's program or native code beside themselves: they stay packages of their own at run
  // time.
  ssr: { external: ['better-sqlite3', '@promptwell/baiql-runtime', '@promptwell/documents'] },
});
