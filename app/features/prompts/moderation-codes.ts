/** Moderation codes, as assigned by administrators and reporters. */
export const MODERATION_CODES = {
  '1a': 'Vulgar or profane',
  '1b': 'Hate or harassment',
  '1c': 'Adult content or minors',
  '1d': 'Violence or self-harm',
  '1e': 'Illegal or harmful',
  '1f': 'Copyright or plagiarism',
  '2a': 'Personal information',
  '2b': 'Confidential or business information',
  '2c': 'Vulnerabilities or malicious code',
  '2d': 'Social engineering or phishing',
  '3a': 'Spam or low quality',
  '3b': 'Duplicate',
  '3c': 'Misleading',
  '3d': 'Commercial spam',
  '4a': 'Violates the terms of service',
  '4b': 'Off-topic',
  '4c': 'Jailbreak or abuse',
  '5a': 'Flagged by several users',
  '5b': 'Harmful misinformation',
} as const;

export type ModerationCode = keyof typeof MODERATION_CODES;
export const ALL_CODES = Object.keys(MODERATION_CODES) as [ModerationCode, ...ModerationCode[]];

/** Codes to choose from in a report. 5a is assigned automatically. */
export const REPORT_CODES = ALL_CODES.filter((code) => code !== '5a') as [
  ModerationCode,
  ...ModerationCode[],
];

/**
 * Moderation states. `review`: waiting for approval; `reported`: three reports; `flagged`: by an administrator;
 * `rejected`: refused; `appealed`: the author requested another review.
 */
export const MODERATION_STATES = ['clear', 'review', 'reported', 'flagged', 'appealed', 'rejected'] as const;
export type ModerationState = (typeof MODERATION_STATES)[number];

/** Number of independent reports that hide a prompt until an administrator has reviewed it. */
export const REPORTS_THAT_HIDE = 3;

/** In the queue's URL: opens the last prompt of the page. */
export const LAST_OF_PAGE = 'last';
