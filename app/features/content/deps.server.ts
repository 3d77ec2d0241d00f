import type { CoreServices } from '~/core/core-services';
import type { GeneratorServices } from '~/features/generator/index.server';

/** Dependencies of the content use cases; each takes a part of them. */
export type ContentDeps = Pick<CoreServices, 'clock' | 'prisma'> & GeneratorServices;
