// `node scripts/copy-runtime.mjs FOLDER`: copies only what a server needs at run time from a built clone, about a fifth
// of it. Used for the image, and for updates, which are built beside the running version and copied into its place.
import fs from 'node:fs';
import path from 'node:path';
import { EXTERNAL_PACKAGES } from './bundle-host.mjs';
import { root } from './steps.mjs';

const [target] = process.argv.slice(2);
if (!target || target.startsWith('-')) {
  console.error('Name a folder that does not exist yet: npm run copy:runtime -- /opt/promptwell-next');
  process.exit(2);
}
if (fs.existsSync(target)) {
  console.error(`${target} exists already. Name another folder, or remove it.`);
  process.exit(1);
}
if (!fs.existsSync(path.join(root, 'build/host/index.js'))) {
  console.error('Nothing is built yet: run npm ci && npm run build first.');
  process.exit(1);
}

const OWN = path.join(root, 'packages');
/** In addition to the packages: the program, its data, and the scripts of `npm run`. */
const PROGRAM = [
  'LICENSE',
  'package.json',
  'build/client',
  'build/host',
  'prisma/migrations',
  'prisma/postgres',
  'prisma/seed/content',
  ...['check-node.cjs', 'command.mjs', 'prepare.mjs', 'steps.mjs'].map((name) => `scripts/${name}`),
];
/** Files for compilers, debuggers and people only. */
const NOT_RUN = /\.(?:map|[cm]?ts|md|markdown|flow)$/;
/** Parts of packages that the server never loads. */
const UNUSED = {
  '@prisma/client': /\.(?:cockroachdb|mysql|sqlserver)\.|-edge|browser/,
  'pdfjs-dist': /^\/(?:build|web|image_decoders|legacy\/(?:web|image_decoders))\//,
  docx: /\.(?:iife|umd)\./,
};
/** Of OCR data, only the small ones that it uses. */
const OTHER_OCR_DATA = /^\/4\.0\.0\//;
const NOTHING = /$^/;
/** Bundled into the host, except for a table that it reads at run time. */
const TOKENS = '@promptwell/ai-providers';

for (const name of PROGRAM) copy(path.join(root, name), /\.map$/);
/**
 * By folder, because a package may be installed in several versions.
 * @type {Map<string, string>}
 */
const packages = new Map();
for (const name of EXTERNAL_PACKAGES) find(name, root);
packages.set(fs.realpathSync(path.join(root, 'node_modules', TOKENS)), TOKENS);
for (const [folder, name] of packages) {
  if (!isOwn(folder)) copy(folder, unusedOf(name), NOT_RUN);
  else {
    copy(folder, notBuilt(folder), /^\/dist\/.*\.(?:map|[cm]?ts)$/);
    linkWorkspace(folder, name);
  }
}
for (const client of ['client', 'postgres'])
  copy(path.join(root, 'node_modules/.prisma', client), UNUSED['@prisma/client'], NOT_RUN);

function unusedOf(name) {
  return name.startsWith('@tesseract.js-data/') ? OTHER_OCR_DATA : (UNUSED[name] ?? NOTHING);
}

/** Resolves packages like Node, from the folder of the dependent. */
function find(name, from) {
  if (name.startsWith('@types/')) return;
  const place = ancestors(from)
    .map((folder) => path.join(folder, 'node_modules', name))
    .find((folder) => fs.existsSync(path.join(folder, 'package.json')));
  if (place === undefined) return; // an optional package for another platform
  const folder = fs.realpathSync(place);
  if (packages.has(folder)) return;
  packages.set(folder, name);
  const { dependencies, optionalDependencies } = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) find(each, folder);
}

function ancestors(folder) {
  return folder === root ? [root] : [folder, ...ancestors(path.dirname(folder))];
}

/** `isLeftOut`: patterns of paths to skip, relative to `from` and starting with a slash. */
function copy(from, ...isLeftOut) {
  const filter = (file) => {
    const inside = `/${path.relative(from, file)}`;
    return !/^\/node_modules(?:\/|$)/.test(inside) && !isLeftOut.some((pattern) => pattern.test(inside));
  };
  fs.cpSync(from, path.join(target, path.relative(root, from)), { recursive: true, filter });
}

/** Our own packages: only the build output and what it reads. Example scripts are copied whatever their type. */
function notBuilt(folder) {
  if (folder.endsWith('/ai-providers')) return /^\/(?!$|package\.json$|dist$|dist\/o200k-table$)/;
  return /^\/(?!$|(?:package\.json|index\.cjs)$|(?:dist|examples|older-node)(?:\/|$))/;
}

/** A workspace, rather than a package installed inside one. */
function isOwn(folder) {
  return path.dirname(folder) === OWN;
}

/** Like npm's links to workspaces. */
function linkWorkspace(folder, name) {
  const link = path.join(target, 'node_modules', name);
  fs.mkdirSync(path.dirname(link), { recursive: true });
  fs.symlinkSync(path.relative(path.dirname(link), path.join(target, path.relative(root, folder))), link);
}
