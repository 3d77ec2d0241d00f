// The library, for whoever asks for it by name (Prisma's adapter does, too). Version 13 needs Node-API 10, and ends the
// process where that is missing; version 12 ends it on Node 24.19 and later, when garbage is collected.
const hasNodeApi10 = Number(process.versions.napi) >= 10;

function load() {
  try {
    return hasNodeApi10 ? require('better-sqlite3-13') : require('./older-node/node_modules/better-sqlite3');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(
      `better-sqlite3 is not installed for Node.js ${process.versions.node}. Run npm ci with this version of Node.js. Before 22.14 it may have to be compiled, which takes python3, make and a C++ compiler.`,
      { cause: error },
    );
  }
}

module.exports = load();
