import { ArrayNotContains, IsOptional, IsUUID } from 'class-validator';
import type { CrossTeamPlace } from '#libs/cross-team';
import { IfPresent } from '../http/if-present.js';
import { AreKeysToRetrieve, IsRemark, IsSecretRef } from '../requests/is-secret.js';

export class SubmitCrossTeamBody {
  @IsUUID()
  target_team_id: string;

  @IsUUID()
  target_project_id: string;

  @IsUUID()
  target_environment_id: string;

  @IsUUID()
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
  @IsUUID()
  source_project_id?: string;

  @IsOptional()
  @IsRemark()
  justification?: string | null;

  place(): CrossTeamPlace {
    return {
      targetTeamId: this.target_team_id.toLowerCase(),
      targetProjectId: this.target_project_id.toLowerCase(),
      targetEnvironmentId: this.target_environment_id.toLowerCase(),
      connectionId: this.destination_provider_connection_id.toLowerCase(),
      secretRef: this.destination_secret_ref,
      keys: this.destination_keys ?? [],
      sourceProjectId: this.source_project_id?.toLowerCase() ?? null,
      justification: this.justification ?? null,
    };
  }
}
