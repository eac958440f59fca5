import { setImmediate as nextTurn } from 'node:timers/promises';
import { assertMeasured, type Mark, scanJson } from './json-structure.js';

/** Maximum characters of list elements per piece: parsed in less than 10 ms, whatever they are. */
const PIECE = 64 * 1024;
const SCANNED_AT_ONCE = 512 * 1024;

/** A list in the outermost object, with the start and end index of each piece. */
export interface JsonList {
  readonly pieces: (readonly [start: number, end: number])[];
}

export interface JsonLists {
  readonly lists: readonly JsonList[];
  /** The text with each list replaced by its number. */
  readonly rest: string;
}

/**
 * Finds the lists that are members of the outermost object, in unparsed text.
 *
 * @throws DomainError validation_failed for more than 64 levels, or more than 4,096 values in one element or outside the lists
 */
export async function listsIn(text: string): Promise<JsonLists> {
  const found = new ListFinder(text);
  for (let at = 0; at < text.length; await nextTurn())
    at = scanJson(text, found.visit, at, Math.min(at + SCANNED_AT_ONCE, text.length));
  return found.end();
}

class ListFinder {
  readonly #lists: JsonList[] = [];
  readonly #rest: string[] = [];
  #depth = 0;
  #values = 1;
  #valuesOfElement = 1;
  #restFrom = 0;
  /** Null outside of lists. */
  #pieceFrom: number | null = null;

  constructor(private readonly text: string) {}

  readonly visit = (mark: Mark, at: number): void => {
    if (mark === 'colon') return;
    if (mark === 'close') return this.#close(at);
    if (this.#pieceFrom === null) assertMeasured(this.#depth, (this.#values += 1));
    else this.#insideList(mark, at, this.#pieceFrom);
    if (mark === 'comma') return;
    this.#depth += 1;
    assertMeasured(this.#depth, 0);
    if (mark === 'list' && this.#depth === 2) this.#open(at);
  };

  end(): JsonLists {
    // An unterminated list is not JSON, and neither is the empty text returned here.
    if (this.#pieceFrom !== null) return { lists: [], rest: '' };
    this.#rest.push(this.text.slice(this.#restFrom));
    return { lists: this.#lists, rest: this.#rest.join('') };
  }

  #open(at: number): void {
    this.#rest.push(this.text.slice(this.#restFrom, at + 1), String(this.#lists.length));
    this.#lists.push({ pieces: [] });
    this.#pieceFrom = at + 1;
    this.#valuesOfElement = 1;
  }

  #insideList(mark: Mark, at: number, pieceFrom: number): void {
    this.#valuesOfElement += 1;
    if (mark !== 'comma' || this.#depth !== 2) return assertMeasured(this.#depth, this.#valuesOfElement);
    this.#valuesOfElement = 1;
    if (at - pieceFrom < PIECE) return;
    this.#lists.at(-1)!.pieces.push([pieceFrom, at]);
    this.#pieceFrom = at + 1;
  }

  #close(at: number): void {
    this.#depth -= 1;
    if (this.#depth !== 1 || this.#pieceFrom === null) return;
    this.#lists.at(-1)!.pieces.push([this.#pieceFrom, at]);
    this.#pieceFrom = null;
    this.#restFrom = at;
  }
}
