import { IsIn, IsOptional } from 'class-validator';
import type { TeamCount } from '#libs/requests';
import { IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

export class InboxQuery extends PageQuery {
  /** Only this team, without its descendants. */
  @IsOptional()
  @IsId()
  team_id?: string;

  /** `names` to include the names of everything that a request refers to by id. */
  @IsOptional()
  @IsIn(['names'])
  expand?: 'names';
}

export class TeamCountResponse {
  team_id: string;
  team_name: string;
  count: number;
}

export class InboxCountResponse {
  total: number;
  per_team: TeamCountResponse[];

  static of(this: void, teams: TeamCount[]): InboxCountResponse {
    return { total: teams.reduce((sum, team) => sum + team.count, 0), per_team: teams };
  }
}
