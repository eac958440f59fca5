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
  /** A role with `secret.request`; the workload is granted only that permission. */
  @IsId()
  role_id: string;

  /**
   * One project, or one team with its descendants; absent or `{}` for a global scope. Validated as a whole by the service,
   * so that no unknown member is dropped and leaves a wider scope.
   */
  @Allow()
  scope?: unknown;
}

export class CreateWorkloadBody extends WorkloadGrantBody {
  /** Never reused, because audit events identify workloads by name. */
  @Matches(NAME, { message: 'must be 1 to 63 lower-case letters, digits and -, no - at either end' })
  name: string;

  /** An https URL, exactly the `iss` of the tokens. */
  @IsString()
  @MinLength(1)
  @MaxLength(1024)
  issuer: string;

  /** The `aud` of the tokens; no other service may accept the same one. */
  @Matches(AUDIENCE, { message: 'must be 1 to 512 printable characters without blanks' })
  audience: string;

  /**
   * Required claims of a token, including `sub`: an exact value or a pattern. A `*` at the end matches any rest,
   * elsewhere any text without `:` and `/`. `sub` has no `*` in its first two segments.
   */
  @IsClaimsMatch()
  claims: Record<string, string>;
}

/** The name, issuer, audience and claims of a workload cannot be changed. */
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
  /** Null after its role was revoked; it may then request nothing. */
  role_id: string | null;
  role_name: string | null;
  scope: Scope;
  /** The user who registered it, who may not approve its requests. */
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
