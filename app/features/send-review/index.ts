export { restore, type Redaction } from './redact';
export { useReview } from './use-review';
