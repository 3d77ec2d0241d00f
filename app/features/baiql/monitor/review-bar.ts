/**
 * Classes of a review's buttons, which stay in sight. On phones the bar extends over the sheet's bottom padding, which
 * would otherwise show text and the field's outline.
 */
export const REVIEW_BAR =
  'sticky -bottom-4 z-sticky -mx-1 flex gap-2 bg-surface px-1 py-2 max-lg:pb-4 lg:bottom-0 lg:bg-paper';
