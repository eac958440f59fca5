import { Allow, IsBoolean, IsString, Matches, MaxLength, MinLength, ValidateBy } from 'class-validator';
import { faultOfClaimsMatch, type WorkloadIdentity } from '#libs/auth';
import type { Scope } from '#libs/permissions';
import { IsId } from '../http/fields.js';

/** As in audit events and addresses: 1 to 63 characters. */
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const AUDIENCE = /^[\x21-\x7e]{1,512}$/;

const IsClaimsMatch = (): PropertyDecorator =>
  ValidateBy({
    name: 'isClaimsMatch',
    validator: {
      validate: (value: unknown): boolean => faultOfClaimsMatch(value) === null,
      defaultMessage: (about) => faultOfClaimsMatch(about?.value) ?? '',
    },
  });

class WorkloadGrantBody {
  /** A role with `secret.request`, of which a workload gets that permission alone. */
  @IsId()
  role_id: string;

  /**
   * Absent or `{}`: everywhere. Kept as it came: the service reads it whole, so that nothing it does
   * not know is dropped on the way and leaves a wider scope behind.
   */
  @Allow()
  scope?: unknown;
}

export class CreateWorkloadBody extends WorkloadGrantBody {
  /** Never given twice: audit events name workloads by it. */
  @Matches(NAME, { message: 'must be 1 to 63 lower-case letters, digits and -, no - at either end' })
  name: string;

  /** An https address, exactly as tokens have it in `iss`. */
  @IsString()
  @MinLength(1)
  @MaxLength(1024)
  issuer: string;

  /** What tokens have in `aud`: no other service may accept the same. */
  @Matches(AUDIENCE, { message: 'must be 1 to 512 printable characters without blanks' })
  audience: string;

  /**
   * What claims of a token have to be, `sub` among them: the same text, or a pattern. A `*` at the end stands for the rest,
   * one elsewhere for what has no `:` and no `/`. `sub` has no `*` within its first two segments.
   */
  @IsClaimsMatch()
  claims: Record<string, string>;
}

/** Who the workload is never changes: what was approved for one is fetched by no other. */
export class ReplaceWorkloadBody extends WorkloadGrantBody {
  @IsBoolean()
  disabled: boolean;
}

export class WorkloadResponse {
  id: string;
  name: string;
  issuer: string;
  audience: string;
  claims: Record<string, string>;
  disabled: boolean;
  /** Null once its role was revoked: it may ask for nothing. */
  role_id: string | null;
  role_name: string | null;
  scope: Scope;
  /** Who registered it, and so never approves what it asks for. */
  registered_by: string;
  created_at: string;
  updated_at: string;

  static of(this: void, row: WorkloadIdentity): WorkloadResponse {
    const { id, name, issuer, audience, claims, disabled, role_id, role_name, scope, registered_by } = row;
    return {
      ...{ id, name, issuer, audience, claims, disabled, role_id, role_name, scope, registered_by },
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }
}
