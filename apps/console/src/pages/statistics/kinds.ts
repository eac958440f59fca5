/** The kinds of environments, as the page names them. */
export const KINDS = { prod: 'prod', non_prod: 'non-prod', deleted: 'deleted since' } as const;
