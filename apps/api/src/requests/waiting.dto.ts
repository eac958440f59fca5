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
  /** Any of these actions, parted by commas or repeated; all when absent. */
  @IfPresent()
  @Transform(({ value }: { value: unknown }) => parted(value))
  @ArrayMaxSize(ACTIONS.length)
  @IsIn(ACTIONS, { each: true })
  for?: Action | Action[];

  /** `names`: the names of what each request refers to by id. */
  @IfPresent()
  @IsIn(['names'])
  expand?: 'names';

  waitingFor(): WaitingFor[] {
    return [this.for ?? ACTIONS].flat().flatMap((action) => PARTS[action]);
  }
}

export class WaitingCountResponse implements WaitingCount {
  /** Requests. One can wait for two things. */
  total: number;
  approve: number;
  verify_source: number;
  verify_security: number;
  fill: number;
  reveal: number;
}
