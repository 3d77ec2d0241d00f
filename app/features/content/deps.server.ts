import type { CoreServices } from '~/core/core-services';
import type { GeneratorServices } from '~/features/generator/index.server';

/** What the use cases of content need, each a part of it. */
export type ContentDeps = Pick<CoreServices, 'clock' | 'prisma'> & GeneratorServices;
