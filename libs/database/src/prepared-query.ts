import pg from 'pg';
import type { PreparedStatement } from './prepared-statement.js';

/** The description of a statement's rows, as `pg` keeps it in a result. */
type Description = Pick<Result, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

/** By statement name. */
export type Descriptions = Map<string, Description>;

interface Result extends pg.QueryResult {
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The parts of `pg`'s Query that its types omit. */
interface PlainQuery extends pg.Query {
  name: string;
  callback: Callback | undefined;
  readonly _result: Result;
  _accumulateRows: boolean;
  prepare(connection: object): void;
  handleCommandComplete(message: object, connection: object): void;
}

const PlainQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback?: Callback,
) => PlainQuery;

export type Callback = (error: Error | null, result: pg.QueryResult) => void;

/**
 * One execution of a prepared statement. `pg` requests the description of the rows each time, this class once per
 * connection: the server rejects a statement whose result type has changed since it was prepared (`0A000`).
 */
export class PreparedQuery extends PlainQuery {
  /** @param descriptions those of the connection; null where one statement may reach several server sessions */
  constructor(
    { name, text }: PreparedStatement,
    values: readonly unknown[],
    private readonly descriptions: Descriptions | null,
    callback?: Callback,
  ) {
    super(text, values, callback);
    this.name = name;
  }

  override prepare(connection: object): void {
    const known = this.descriptions?.get(this.name);
    if (!known) return super.prepare(connection);
    Object.assign(this._result, known);
    this._accumulateRows = true;
    super.prepare(Object.create(connection, NO_DESCRIBE) as object);
  }

  override handleCommandComplete(message: object, connection: object): void {
    super.handleCommandComplete(message, connection);
    if (!this.descriptions || this.descriptions.has(this.name)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.descriptions.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

const NO_DESCRIBE = { describe: { value: () => undefined } };
