import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray } from 'class-validator';
import { IsId } from '../http/fields.js';

const MAX_ITEMS = 1000;

export class BindSecretsBody {
  @IsId()
  environment_id: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_ITEMS)
  @ArrayUnique({ message: 'must not name a secret twice' })
  @IsId({ each: true })
  secret_ids: string[];
}

export class BoundSecretsResponse {
  /** Number of secrets newly bound to the environment. */
  bound: number;
}
