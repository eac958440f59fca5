import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray } from 'class-validator';
import { IsId } from '../http/fields.js';

const MOST_AT_ONCE = 1000;

export class BindSecretsBody {
  @IsId()
  environment_id: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_AT_ONCE)
  @ArrayUnique({ message: 'must not name a secret twice' })
  @IsId({ each: true })
  secret_ids: string[];
}

export class BoundSecretsResponse {
  /** How many were not bound to the environment before. */
  bound: number;
}
