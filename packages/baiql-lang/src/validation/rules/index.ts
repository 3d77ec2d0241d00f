import type { Rule } from '../rule.js';
import { namesOfWhere, optionsOfLoads } from './chosen-rows.js';
import { columnsExist, columnsNeedRows, namedColumnsExist, sharedNames } from './columns.js';
import {
  numbersCompared,
  quotedNames,
  textsCalculated,
  thousandsGrouped,
  valuesCompared,
  widelyCompared,
} from './comparisons.js';
import { namesInDeclarations } from './declarations.js';
import { sequentialBatches } from './hints.js';
import { lookAlikePlaceholders } from './look-alikes.js';
import { endlessLoops, unchangingRuns } from './loops.js';
import { lostReplies } from './lost-replies.js';
import { oneLimit } from './limits.js';
import { models, oneModel } from './models.js';
import { lostSums, assignedBuiltIns, usedBeforeSet } from './names.js';
import { numbers } from './numbers.js';
import { matchNeedsFiles, outputFormats, sameOutputs } from './outputs.js';
import { choicesOfFields, rankedRows } from './ranked-rows.js';
import { doubtfulEncodings } from './doubtful-encodings.js';
import { exampleKeys } from './example-keys.js';
import { filesFound, loadable, oneWork, pathsInside } from './paths.js';
import { placement } from './placement.js';
import { ratingsWritten } from './rated-replies.js';
import {
  emptyPrompts,
  repliesKept,
  replyBeforeRun,
  uselessRetries,
  samePrompts,
  unreadFiles,
} from './replies.js';
import { prompts, unreachable } from './flow.js';
import { settingValues } from './settings.js';
import { inputsOfSteps } from './step-inputs.js';
import { unvaryingPrompts } from './unvarying-prompts.js';
import { undefinedNames } from './undefined-names.js';
import { unusedNames } from './unused-names.js';

/** All rules beyond the syntax of lines and blocks. */
export const RULES: readonly Rule[] = [
  placement,
  prompts,
  unreachable,
  numbers,
  oneWork,
  pathsInside,
  loadable,
  filesFound,
  doubtfulEncodings,
  undefinedNames,
  usedBeforeSet,
  unusedNames,
  assignedBuiltIns,
  lostSums,
  settingValues,
  namesInDeclarations,
  columnsExist,
  columnsNeedRows,
  optionsOfLoads,
  namesOfWhere,
  namedColumnsExist,
  sharedNames,
  outputFormats,
  sameOutputs,
  matchNeedsFiles,
  rankedRows,
  choicesOfFields,
  exampleKeys,
  models,
  oneModel,
  oneLimit,
  numbersCompared,
  textsCalculated,
  thousandsGrouped,
  valuesCompared,
  quotedNames,
  widelyCompared,
  lookAlikePlaceholders,
  replyBeforeRun,
  uselessRetries,
  emptyPrompts,
  samePrompts,
  unvaryingPrompts,
  unreadFiles,
  inputsOfSteps,
  repliesKept,
  lostReplies,
  ratingsWritten,
  unchangingRuns,
  endlessLoops,
  sequentialBatches,
];
