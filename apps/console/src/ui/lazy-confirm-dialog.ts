import { lazy } from 'react';

/** ConfirmDialog, loaded when it is first shown. */
export const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.js').then(({ ConfirmDialog: it }) => ({ default: it })),
);
