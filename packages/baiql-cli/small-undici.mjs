// What the providers need of undici. Its own entry loads fetch, web sockets, caches and mocks as well, which takes
// longer than all the rest of the command.
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
