import { ArrayNotContains, IsOptional, IsDefined, IsIn } from 'class-validator';
import type { CrossTeamTarget, Verification } from '#libs/cross-team';
import { IfPresent, IsId } from '../http/fields.js';
import { AreKeysToRetrieve, IsRemark, IsSecretRef } from '../requests/is-secret.js';

export class FillBody {
  /** Key name to base64 value. */
  @IsDefined()
  key_values: object;

  @IsOptional()
  @IsRemark()
  fill_comment?: string | null;
}

export class RefuseBody {
  /** Visible to the requester. */
  @IsRemark(10)
  reason: string;
}

export class CastVoteBody {
  @IsIn(['approve', 'reject'])
  decision: 'approve' | 'reject';

  @IsIn(['source', 'security'])
  voted_as: 'source' | 'security';

  @IsOptional()
  @IsRemark()
  comment?: string | null;
}

/** The state of the votes including this one. */
export class VerificationResponse implements Verification {
  vote_recorded: true;
  voted_as: 'source' | 'security';
  /** Number of approvals for the source project. */
  source_votes: number;
  security_approval_required: boolean;
  security_vote_present: boolean;
  next_required: ('source_approval' | 'security_approval')[];
}

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
   * At least one key, checked after the permission for the source project (D37). `__proto__` is refused, because no body
   * may have a member of that name (D91).
   */
  @IfPresent()
  @AreKeysToRetrieve(0)
  @ArrayNotContains(['__proto__'], { message: 'must not name a key that nobody can fill in' })
  destination_keys?: string[];

  /** Defaults to the only project that qualifies (D36). */
  @IfPresent()
  @IsId()
  source_project_id?: string;

  @IsOptional()
  @IsRemark()
  justification?: string | null;

  target(): CrossTeamTarget {
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
