/** What can be requested. */
export const KINDS = ['read', 'patch', 'cross_team'] as const;
export type Kind = (typeof KINDS)[number];

/** What a link fills in; keys are separated by commas. */
export interface NewRequestSearch {
  readonly project?: string;
  readonly environment?: string;
  readonly connection?: string;
  readonly ref?: string;
  readonly keys?: string;
  readonly kind?: Kind;
}
