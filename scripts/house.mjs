// `npm run house`: finds import cycles, and exits with 1 if one is forbidden. Type imports are erased at run time,
// while a cycle of value imports can fail at start-up.
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { ResolverFactory } from 'oxc-resolver';
import { findCycles } from './find-cycles.mjs';
import { root as ownRoot } from './steps.mjs';

const root = path.resolve(process.argv[2] ?? ownRoot);
const SOURCES = ['app', 'server', 'packages'];
const NOT_SOURCES = /(?:^|\/)(?:node_modules|dist|test|testing)(?:\/|$)|\.test\.tsx?$|\.d\.ts$/;
const SERVICES = 'app/services.ts';

const resolver = new ResolverFactory({
  extensions: ['.ts', '.tsx'],
  extensionAlias: { '.js': ['.ts', '.tsx'] },
  alias: { '~': [path.join(root, 'app')] },
});

/** @type {Map<string, Map<string, 'value' | 'type'>>} the internal imports of each file */
const imports = new Map(readSources().map((file) => [file, new Map()]));
for (const [file, targets] of imports) {
  for (const { specifier, kind } of readImports(file)) {
    const found = resolver.sync(path.dirname(path.join(root, file)), specifier).path;
    const target = found && path.relative(root, found);
    if (target && target !== file && imports.has(target) && targets.get(target) !== 'value') {
      targets.set(target, kind);
    }
  }
}

const files = [...imports.keys()];
const values = fileCycles(['value']);
const all = fileCycles(['value', 'type']);
const features = featureCycles();
const throughCore = all.filter((circle) => circle.some(isBelowFeatures));
// State that knows the components that show it, and the reverse.
const throughComponents = all.filter((circle) => circle.some((file) => file.endsWith('.tsx')));
const honest = all.filter(
  (circle) =>
    ![...throughCore, ...throughComponents].includes(circle) && !values.some((each) => isIn(each, circle)),
);

report('circles of values between files', values, showFiles);
report('circles between folders of app/features', features, showFeatures);
report(`circles through ${SERVICES} or app/core`, throughCore, showFiles);
report('circles of types through components', throughComponents, showFiles);
console.log(
  `allowed: ${honest.length} ${honest.length === 1 ? 'circle' : 'circles'} of types within one feature or package (${honest.map(({ length }) => length).join(', ')} files)`,
);
console.log(`${files.length} files, ${files.reduce((sum, file) => sum + countLines(file), 0)} lines`);
process.exitCode = [values, features, throughCore, throughComponents].flat().length > 0 ? 1 : 0;

function readSources() {
  return SOURCES.filter((folder) => fs.existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true })
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !NOT_SOURCES.test(file))
    .sort();
}

function readImports(file) {
  const source = fs.readFileSync(path.join(root, file), 'utf8');
  const { module } = parseSync(file, source);
  const named = [...module.staticImports, ...module.staticExports].flatMap(({ moduleRequest, entries }) =>
    entries.length === 0 && moduleRequest
      ? [{ specifier: moduleRequest.value, kind: 'value' }]
      : entries.map((entry) => ({
          specifier: (entry.moduleRequest ?? moduleRequest)?.value,
          kind: entry.isType ? 'type' : 'value',
        })),
  );
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    specifier: /^['"](.*)['"]$/.exec(source.slice(start, end))?.[1],
    kind: 'value',
  }));
  return [...named, ...dynamic].filter(({ specifier }) => /^[.~]/.test(specifier ?? ''));
}

function fileCycles(kinds) {
  return findCycles(files, (file) =>
    [...imports.get(file)].filter(([, kind]) => kinds.includes(kind)).map(([target]) => target),
  );
}

function featureCycles() {
  const needs = new Map();
  for (const [file, target] of importsBetweenFeatures()) {
    const from = featureOf(file);
    needs.set(from, (needs.get(from) ?? new Set()).add(featureOf(target)));
  }
  return findCycles([...needs.keys()], (feature) => [...(needs.get(feature) ?? [])]);
}

function importsBetweenFeatures() {
  return [...imports].flatMap(([file, targets]) =>
    [...targets.keys()]
      .filter((target) => featureOf(file) && featureOf(target) && featureOf(file) !== featureOf(target))
      .map((target) => [file, target]),
  );
}

function featureOf(file) {
  return /^app\/features\/([^/]+)\//.exec(file)?.[1];
}

function isBelowFeatures(file) {
  return file === SERVICES || file.startsWith('app/core/');
}

function isIn(circle, other) {
  return circle.every((file) => other.includes(file));
}

function countLines(file) {
  return fs.readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
}

function report(name, circles, show) {
  console.log(`${circles.length === 0 ? 'ok     ' : 'FAILED '} ${name}: ${circles.length}`);
  for (const circle of circles) console.log(show(circle));
}

function showFiles(circle) {
  return `  ${circle.length} files:\n${circle.map((file) => `    ${file}`).join('\n')}`;
}

/** Shows a cycle's features and the imports between them. */
function showFeatures(circle) {
  const between = importsBetweenFeatures()
    .filter((files) => files.every((file) => circle.includes(featureOf(file))))
    .map(([file, target]) => `    ${file} -> ${target} (${imports.get(file).get(target)})`);
  return `  ${circle.join(', ')}:\n${between.join('\n')}`;
}
