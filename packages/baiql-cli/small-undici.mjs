// The parts of undici that the providers need. Its main entry also loads fetch, web sockets, caches and mocks, which
// takes longer than the rest of the command.
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
