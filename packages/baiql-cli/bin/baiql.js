#!/usr/bin/env node
// Plain old syntax, and nothing imported before the version of Node.js is known.
var version = process.versions.node.split('.').map(Number);
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error(
    'baiql needs Node.js 20.19 or newer; this is ' +
      process.version +
      '. Install the current LTS from https://nodejs.org.',
  );
  process.exit(1);
}
import('../dist/main.js');
