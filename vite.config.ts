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
      output: {
        hoistTransitiveImports: false,
        // An icon by itself is a request for a few bytes: such pieces join others, for a third fewer requests a page.
        experimentalMinChunkSize: 800,
        // Every page needs these: in one piece they are smaller than in two.
        manualChunks: (id) =>
          /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//.test(id)
            ? 'framework'
            : undefined,
      },
      // A page gets those of a feature's modules that it uses, not all that the feature's index names.
      treeshake: { moduleSideEffects: (id) => !/\/app\/features\/[^/]+\/index\.ts$/.test(id) },
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
