/**
 * The Remix options, in one place: vite.config.ts hands them to the Remix plugin.
 * Every v3 flag is on, so that the later move to React Router is mechanical.
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  // The kit's browser test builds its page beside the application, never in place of it.
  buildDirectory: process.env.KIT_PAGE === undefined ? 'build' : 'build/kit',
  ignoredRouteFiles: ['**/*'],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
