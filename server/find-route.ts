import type { RequestKind } from '../app/features/operations/index.server';
import type { FindPage } from './canonical-path';
import { PDF_FILES_PATH } from './pdf-files';
import type { ServerEntry } from './server-entry';

export interface MatchedRoute {
  kind: RequestKind;
  /** `/saved-prompts/:id`; undefined if nothing is served there. */
  route: string | undefined;
}

/** Requested by monitors every few seconds. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Folders whose files are named by the build or a library. */
const FILE_FOLDERS = ['/assets', PDF_FILES_PATH];

/** Returns the route pattern of a path, which keeps the cardinality of metrics low. */
export function createRouteFinder(
  api: Pick<ServerEntry['api'], 'patternOf'>,
  findPage: FindPage = () => undefined,
): (path: string) => MatchedRoute {
  return (path) => {
    if (PROBES.has(path)) return { kind: 'probe', route: path };
    const page = path === '/_root.data' ? '/' : path.replace(/\.data$/, '');
    const isData = page !== path;
    const call = api.patternOf(page);
    if (call !== undefined) return { kind: isData ? 'data' : 'api', route: call };
    const found = findPage(page);
    if (found) return { kind: isData ? 'data' : 'page', route: found.pattern };
    const folder = FILE_FOLDERS.find((each) => path.startsWith(`${each}/`));
    if (folder !== undefined) return { kind: 'file', route: `${folder}/*` };
    const kind = path.startsWith('/api/') ? 'api' : isData ? 'data' : /\.\w+$/.test(path) ? 'file' : 'page';
    return { kind, route: undefined };
  };
}
