import { IsInt, Max, Min } from 'class-validator';
import { IfPresent } from '../http/fields.js';

const HIGHEST_ATTEMPT = 1000;

/** The attempt that the agent means; one that is no longer current is refused (D54). */
export class Attempted {
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(HIGHEST_ATTEMPT)
  attempt?: number;
}
