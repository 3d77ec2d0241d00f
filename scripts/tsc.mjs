// The native TypeScript. There are two of them, since knip needs the one in JavaScript; which of them is `tsc` in
// node_modules/.bin is left to npm.
const pack = import.meta.resolve('typescript-native/package.json');
await import(new URL('bin/tsc', pack).href);
