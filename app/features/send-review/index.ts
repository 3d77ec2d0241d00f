export { restore, type Redaction } from './redact';
export { useReview, type Reviewed } from './use-review';
