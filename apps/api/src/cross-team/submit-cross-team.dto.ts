import { ArrayNotContains, IsOptional } from 'class-validator';
import type { CrossTeamPlace } from '#libs/cross-team';
import { IfPresent, IsId } from '../http/fields.js';
import { AreKeysToRetrieve, IsRemark, IsSecretRef } from '../requests/is-secret.js';

export class SubmitCrossTeamBody {
  @IsId()
  target_team_id: string;

  @IsId()
  target_project_id: string;

  @IsId()
  target_environment_id: string;

  @IsId()
  destination_provider_connection_id: string;

  @IsSecretRef()
  destination_secret_ref: string;

  /**
   * That there are any is asked later, after the permission over the source project (D37). No body may hold a member
   * named `__proto__` (D91), so nobody could ever fill in a value under that name.
   */
  @IfPresent()
  @AreKeysToRetrieve(0)
  @ArrayNotContains(['__proto__'], { message: 'must not name a key that nobody can fill in' })
  destination_keys?: string[];

  /** Absent: the one project that fits (D36). */
  @IfPresent()
  @IsId()
  source_project_id?: string;

  @IsOptional()
  @IsRemark()
  justification?: string | null;

  place(): CrossTeamPlace {
    return {
      targetTeamId: this.target_team_id,
      targetProjectId: this.target_project_id,
      targetEnvironmentId: this.target_environment_id,
      connectionId: this.destination_provider_connection_id,
      secretRef: this.destination_secret_ref,
      keys: this.destination_keys ?? [],
      sourceProjectId: this.source_project_id ?? null,
      justification: this.justification ?? null,
    };
  }
}
