import { NO_CAPABILITIES, type Vendor } from './vendor.js';

const COMMON = { ...NO_CAPABILITIES, stop: true, tools: true };

/**
 * Amazon Bedrock's Converse API takes the same of every model; Claude has the limits of Anthropic's API. Checked
 * 2026-11-28: docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html
 */
export const BEDROCK: Vendor = {
  publishedBaseUrl: undefined,
  models: [{ models: /anthropic\.claude/, ...COMMON }],
  unknownModel: { ...COMMON, sampling: true },
};
