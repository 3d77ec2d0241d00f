import path from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import remixOptions from './remix.config.js';

/** Lucide repeats its notice above each icon and helper: public/licenses/lucide.txt has it once, and whole. */
const oneLicenseForIcons: Plugin = {
  name: 'one-license-for-icons',
  transform: (code, id) =>
    id.includes('/lucide-react/')
      ? code.replaceAll(/\/\*\*\s+\* @license lucide-react[\s\S]*?\*\//g, '')
      : null,
};

/** As the browser gets it; on the server there is nothing to divide. */
const FRAME = /\/app\/(?:entry\.client\.tsx|root\.tsx\?__remix-build-client-route)$/;

/**
 * What the frame of all pages needs, in two pieces, the libraries and our own: Rollup knows only that many pages share
 * it, and makes a dozen small ones of it. Icons are left to it, as their index names them all.
 */
function chunksOfEveryPage(): (id: string, graph: Rollup.ManualChunkMeta) => string | undefined {
  const modules = new Set<string>();
  return (id, { getModuleIds, getModuleInfo }) => {
    const add = (module: string): void => {
      if (modules.has(module) || module.endsWith('/lucide-react.mjs')) return;
      modules.add(module);
      getModuleInfo(module)?.importedIds.forEach(add);
    };
    if (modules.size === 0) {
      [...getModuleIds()].filter((module) => FRAME.test(module)).forEach(add);
    }
    if (!modules.has(id)) return undefined;
    return id.includes('/node_modules/') || id.startsWith('\0') ? 'framework' : 'every-page';
  };
}

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
    // The security headers allow fonts from files only.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    // The page names all of its scripts to load: the scripts need not name those of others once more.
    rollupOptions: {
      output: {
        hoistTransitiveImports: false,
        // An icon by itself is a request for a few bytes: such pieces join others. Larger ones would join what a page
        // loads only when it is asked for, and take it along.
        experimentalMinChunkSize: 500,
        manualChunks: chunksOfEveryPage(),
        onlyExplicitManualChunks: true,
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
