import type { Team } from '../api/queries/teams.js';
import type { TreeRow } from '../places/team-tree.js';

/** A row of the tree of teams. */
export interface TeamRow extends TreeRow<Team> {
  /** The ids of the teams above it, nearest first. */
  readonly above: readonly string[];
  readonly projects: number;
  readonly grantsHere: number;
  /** Grants of the teams above, which hold here, too. */
  readonly inherited: number;
  /** Whether the chosen grant covers it. */
  readonly lit: boolean;
}
