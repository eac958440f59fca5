/** Header of background calls, which don't keep an idle session alive. */
export const BACKGROUND = { 'Countersign-Background': '1' } as const;
