import { IsOptional } from 'class-validator';
import { IfPresent, IsId } from '../http/fields.js';
import { IsRemark } from './is-secret.js';

export class ApproveBody {
  @IfPresent()
  @IsId()
  approver_id?: string;

  @IsOptional()
  @IsRemark()
  comment?: string | null;
}

export class RejectBody {
  @IfPresent()
  @IsId()
  approver_id?: string;

  @IsRemark(1)
  reason: string;
}

export class CancelBody {
  @IfPresent()
  @IsId()
  actor_id?: string;
}
