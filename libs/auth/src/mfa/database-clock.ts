import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { TOTP_STEP_SECONDS } from './totp-code.js';

/** The database's clock, which decides every expiry (D6). */
@Injectable()
export class DatabaseClock {
  constructor(private readonly database: Database) {}

  /** Returns the time in `seconds` from now. */
  async after(seconds: number): Promise<Date> {
    const [row] = await this.database.query<{ at: Date }>(
      'SELECT clock_timestamp() + make_interval(secs => $1) AS at',
      [seconds],
    );
    return row!.at;
  }

  /** Returns the current TOTP step, counted from 1970. */
  async totpStep(): Promise<number> {
    const [row] = await this.database.query<{ step: number }>(
      `SELECT floor(extract(epoch FROM clock_timestamp()) / ${TOTP_STEP_SECONDS})::float8 AS step`,
    );
    return row!.step;
  }
}
