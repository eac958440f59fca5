import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsIn } from 'class-validator';
import type { WaitingCount, WaitingFor } from '#libs/requests';
import { IfPresent } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

const PARTS = {
  approve: ['approve'],
  verify: ['verify_source', 'verify_security'],
  fill: ['fill'],
  reveal: ['reveal'],
} as const satisfies Readonly<Record<string, readonly WaitingFor[]>>;

type Action = keyof typeof PARTS;
const ACTIONS = Object.keys(PARTS) as Action[];

/** Parses both `a,b` and repeated parameters. */
function parted(value: unknown): unknown {
  const texts = [value].flat();
  return texts.flatMap((text: unknown) => (typeof text === 'string' ? text.split(',') : [text]));
}

export class WaitingQuery extends PageQuery {
  /** Any of these actions, comma-separated or repeated; defaults to all. */
  @IfPresent()
  @Transform(({ value }: { value: unknown }) => parted(value))
  @ArrayMaxSize(ACTIONS.length)
  @IsIn(ACTIONS, { each: true })
  for?: Action | Action[];

  /** `names` to include the names of everything that a request refers to by id. */
  @IfPresent()
  @IsIn(['names'])
  expand?: 'names';

  waitingFor(): WaitingFor[] {
    return [this.for ?? ACTIONS].flat().flatMap((action) => PARTS[action]);
  }
}

export class WaitingCountResponse implements WaitingCount {
  /** Number of requests; one request can be waiting for two actions. */
  total: number;
  approve: number;
  verify_source: number;
  verify_security: number;
  fill: number;
  reveal: number;
}
