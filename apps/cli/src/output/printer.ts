import { CliError, EXIT } from '../exit.js';
import { plainJson, plainLine } from '../terminal/plain-text.js';
import { type Column, factsOf, tableOf } from './table.js';
import { fieldsOf, fillTemplate, memberOf } from './members.js';

const LONGEST_CELL = 60;

export const FORMATS = ['table', 'wide', 'json', 'yaml', 'ndjson', 'name'] as const;
export type Format = (typeof FORMATS)[number];

export interface PrinterOptions {
  readonly output: Format;
  /** Columns by the names of members: `id,names.project`. */
  readonly fields: readonly string[] | null;
  /** `{{id}} {{names.project}}`; one line per row. */
  readonly template: string | null;
}

/** How rows of one kind are displayed to people; programs receive the service's JSON. */
export interface RowFormat<Row> {
  readonly columns: readonly Column<Row>[];
  /** The output of `-o name`, for scripts. */
  readonly name: (row: Row) => string;
  /** Message on stderr if there are no rows. */
  readonly empty: string;
}

export type Fact = readonly [string, string | number | null];

/** Prints results in the selected format. */
export class Printer {
  constructor(
    private readonly options: PrinterOptions,
    private readonly write: (text: string) => void,
    private readonly say: (line: string) => void,
    /** Whether somebody reads the table where it is printed. */
    private readonly onTerminal = false,
  ) {}

  /** Prints rows; NDJSON, templates and names one by one as they are received. */
  async rows<Row>(rows: AsyncIterable<Row> | Iterable<Row>, format: RowFormat<Row>): Promise<void> {
    const line = this.#lineOf(format);
    let count = 0;
    if (line !== null) {
      for await (const row of rows) {
        count += 1;
        this.write(`${line(row)}\n`);
      }
    } else {
      const all: Row[] = [];
      for await (const row of rows) all.push(row);
      count = all.length;
      await this.#whole(all, format);
    }
    if (count === 0 && this.options.output !== 'json' && this.options.output !== 'yaml')
      this.say(format.empty);
  }

  /** Prints live rows one by one, as NDJSON unless a template or names are selected. */
  async stream<Row>(rows: AsyncIterable<Row>, format: RowFormat<Row>): Promise<void> {
    const line = this.#lineOf(format) ?? ((row: Row) => plainJson(row, 0));
    for await (const row of rows) this.write(`${line(row)}\n`);
  }

  /** Prints one object: as facts for people, as JSON for programs. */
  async one<Row>(row: Row, name: string, facts: (row: Row) => readonly Fact[]): Promise<void> {
    const { output, fields, template } = this.options;
    if (template !== null) return this.write(`${fillTemplate(template, row)}\n`);
    if (output === 'name') return this.write(`${plainLine(name)}\n`);
    if (output === 'ndjson') return this.write(`${plainJson(row, 0)}\n`);
    if (output === 'json' || output === 'yaml') return this.document(row);
    const shown =
      fields === null ? facts(row) : fields.map((field) => [field, memberOf(row, field)] as const);
    this.write(factsOf(shown));
  }

  /** Prints one JSON document, as NDJSON on one line. */
  async document(value: unknown): Promise<void> {
    if (this.options.output !== 'yaml') return this.write(`${plainJson(value, this.isNdjson ? 0 : 2)}\n`);
    const { plainYaml } = await import('../terminal/plain-yaml.js');
    this.write(plainYaml(value));
  }

  /** Whether each line of the output is a document of its own. */
  get isNdjson(): boolean {
    return this.options.output === 'ndjson';
  }

  /** Whether the output is for programs: then only the result is printed. */
  get forPrograms(): boolean {
    return this.options.output !== 'table' && this.options.output !== 'wide';
  }

  #lineOf<Row>(format: RowFormat<Row>): ((row: Row) => string) | null {
    const { output, template } = this.options;
    if (template !== null) return (row) => fillTemplate(template, row);
    if (output === 'ndjson') return (row) => plainJson(row, 0);
    return output === 'name' ? (row) => plainLine(format.name(row)) : null;
  }

  async #whole<Row>(rows: readonly Row[], format: RowFormat<Row>): Promise<void> {
    const { output, fields } = this.options;
    if (output === 'json' || output === 'yaml') return this.document(rows);
    const columns = fields === null ? format.columns : fieldsOf<Row>(fields);
    // A reference of a thousand characters would bury the other columns; for a pipe, and by `-o wide`, it is whole.
    const isShort = this.onTerminal && output === 'table' && fields === null;
    this.write(
      tableOf(
        columns.filter(({ wide }) => output === 'wide' || wide !== true),
        rows,
        isShort ? LONGEST_CELL : Infinity,
      ),
    );
  }
}

/** @throws CliError (usage) for a format that there is not */
export function formatOf(text: string): Format {
  const found = FORMATS.find((format) => format === text);
  if (found === undefined)
    throw new CliError(EXIT.usage, `There is no output "${text}". Known: ${FORMATS.join(', ')}.`);
  return found;
}
