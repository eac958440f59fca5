import { IsDefined, IsOptional, IsUUID } from 'class-validator';
import { AreKeysToRetrieve, IsRemark, IsSecretRef } from './is-secret.js';

/** What a patch and a read name alike. */
class SubmitBody {
  @IsUUID()
  project_id: string;

  @IsUUID()
  environment_id: string;

  @IsUUID()
  provider_connection_id: string;

  @IsSecretRef()
  secret_ref: string;

  @IsOptional()
  @IsRemark()
  justification?: string | null;

  place() {
    return {
      projectId: this.project_id.toLowerCase(),
      environmentId: this.environment_id.toLowerCase(),
      connectionId: this.provider_connection_id.toLowerCase(),
      secretRef: this.secret_ref,
      justification: this.justification ?? null,
    };
  }
}

export class SubmitReadBody extends SubmitBody {
  @AreKeysToRetrieve(1)
  keys: string[];
}

export class SubmitPatchBody extends SubmitBody {
  /** Key name to base64 value. */
  @IsDefined()
  key_values: object;
}

export class DirectRevealBody {
  @IsUUID()
  provider_connection_id: string;

  @IsSecretRef()
  secret_ref: string;

  @AreKeysToRetrieve(1)
  keys: string[];
}
