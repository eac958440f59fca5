import { IsDefined, IsOptional } from 'class-validator';
import { IsId } from '../http/fields.js';
import { AreKeysToRetrieve, IsRemark, IsSecretRef } from './is-secret.js';

/** What a patch and a read name alike. */
class SubmitBody {
  @IsId()
  project_id: string;

  @IsId()
  environment_id: string;

  @IsId()
  provider_connection_id: string;

  @IsSecretRef()
  secret_ref: string;

  @IsOptional()
  @IsRemark()
  justification?: string | null;

  place() {
    return {
      projectId: this.project_id,
      environmentId: this.environment_id,
      connectionId: this.provider_connection_id,
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
  @IsId()
  provider_connection_id: string;

  @IsSecretRef()
  secret_ref: string;

  @AreKeysToRetrieve(1)
  keys: string[];
}
