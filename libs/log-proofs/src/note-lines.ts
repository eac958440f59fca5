/** A signature line of a note; null for an invalid line. */
export type SignatureLine = {
  readonly name: string;
  /** Key id (4 bytes) and signature in base64; the caller checks that the encoding is canonical. */
  readonly encoded: string;
} | null;

/** A parsed signed note (C2SP signed-note). */
export interface NoteLines {
  /** The signed text, ending in a newline. */
  readonly text: string;
  readonly signatures: readonly SignatureLine[];
}

const SIGNATURE = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/u;

/** Parses a note; null if it is invalid. */
export function noteLines(note: string): NoteLines | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const signatures = note
    .slice(end + 2, -1)
    .split('\n')
    .map((line) => {
      const [, name, encoded] = SIGNATURE.exec(line) ?? [];
      return name === undefined || encoded === undefined ? null : { name, encoded };
    });
  return { text: note.slice(0, end + 1), signatures };
}
