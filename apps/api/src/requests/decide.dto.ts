import { IsOptional, IsUUID } from 'class-validator';
import { IfPresent } from '../http/if-present.js';
import { IsRemark } from './is-secret.js';

export class ApproveBody {
  @IfPresent()
  @IsUUID()
  approver_id?: string;

  @IsOptional()
  @IsRemark()
  comment?: string | null;
}

export class RejectBody {
  @IfPresent()
  @IsUUID()
  approver_id?: string;

  @IsRemark(1)
  reason: string;
}

export class CancelBody {
  @IfPresent()
  @IsUUID()
  actor_id?: string;
}
