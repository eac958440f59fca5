/** What charts are rendered for. */
export const TARGET = { namespace: 'security', kubernetes: '1.33.0' } as const;
