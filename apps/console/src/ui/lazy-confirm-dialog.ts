import { onDemand } from './on-demand.js';

/** ConfirmDialog, loaded when it is first shown. */
export const ConfirmDialog = onDemand(() =>
  import('./confirm-dialog.js').then(({ ConfirmDialog: it }) => it),
);
