import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { TOTP_STEP_SECONDS } from './totp-code.js';

/** The one clock that decides (D6). */
@Injectable()
export class DatabaseClock {
  constructor(private readonly database: Database) {}

  /** The moment that many seconds from now. */
  async after(seconds: number): Promise<Date> {
    const [row] = await this.database.query<{ at: Date }>(
      'SELECT clock_timestamp() + make_interval(secs => $1) AS at',
      [seconds],
    );
    return row!.at;
  }

  /** The TOTP step of now, counted from 1970. */
  async totpStep(): Promise<number> {
    const [row] = await this.database.query<{ step: number }>(
      `SELECT floor(extract(epoch FROM clock_timestamp()) / ${TOTP_STEP_SECONDS})::float8 AS step`,
    );
    return row!.step;
  }
}
