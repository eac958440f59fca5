import { IsDefined, IsIn, IsOptional } from 'class-validator';
import type { Verification } from '#libs/cross-team';
import { IsRemark } from '../requests/is-secret.js';

export class FillBody {
  /** Key name to base64 value. */
  @IsDefined()
  key_values: object;

  @IsOptional()
  @IsRemark()
  fill_comment?: string | null;
}

export class RefuseBody {
  /** The requester sees it. */
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

/** What has become of the votes once this one is recorded. */
export class VerificationResponse implements Verification {
  vote_recorded: true;
  voted_as: 'source' | 'security';
  /** How many source approvals there are. */
  source_votes: number;
  security_approval_required: boolean;
  security_vote_present: boolean;
  next_required: ('source_approval' | 'security_approval')[];
}
