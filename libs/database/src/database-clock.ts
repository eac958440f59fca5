import { Injectable } from '@nestjs/common';
import { Database } from './database.js';

/** The database's clock, which decides every expiry (D6). */
@Injectable()
export class DatabaseClock {
  constructor(private readonly database: Database) {}

  /** Returns the current time. */
  async now(): Promise<Date> {
    return this.after(0);
  }

  /** Returns the time in `seconds` from now. */
  async after(seconds: number): Promise<Date> {
    const [row] = await this.database.query<{ at: Date }>(
      'SELECT clock_timestamp() + make_interval(secs => $1) AS at',
      [seconds],
    );
    return row!.at;
  }
}
