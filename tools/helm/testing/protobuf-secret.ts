type Fields = readonly { readonly number: number; readonly bytes: Buffer }[];

const MAGIC = Buffer.from('k8s\0', 'latin1');

/** Returns whether this is Kubernetes' protobuf, which typed clients use; others send JSON. */
export const isProtobuf = (sent: Buffer): boolean => sent.subarray(0, MAGIC.length).equals(MAGIC);

/**
 * Decodes a Secret sent as protobuf (k8s.io/api/core/v1/generated.proto): only name, labels and data, which Helm stores of a
 * release.
 */
export function secretIn(sent: Buffer): Record<string, unknown> {
  const envelope = fieldsOf(sent.subarray(MAGIC.length));
  const secret = fieldsOf(only(envelope, 2));
  const metadata = fieldsOf(only(secret, 1));
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: only(metadata, 1).toString(), labels: mapOf(metadata, 11, 'utf8') },
    data: mapOf(secret, 2, 'base64'),
    type: only(secret, 3).toString(),
  };
}

function mapOf(fields: Fields, number: number, encoding: BufferEncoding): Record<string, string> {
  const entries = fields.filter((each) => each.number === number).map(({ bytes }) => fieldsOf(bytes));
  return Object.fromEntries(
    entries.map((entry) => [only(entry, 1).toString(), only(entry, 2).toString(encoding)]),
  );
}

function only(fields: Fields, number: number): Buffer {
  return fields.find((each) => each.number === number)?.bytes ?? Buffer.alloc(0);
}

/** Returns the length-delimited fields; skips numbers. */
function fieldsOf(message: Buffer): Fields {
  const fields: { number: number; bytes: Buffer }[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const size = varint();
    if (tag % 8 !== 2) continue;
    fields.push({ number: Math.floor(tag / 8), bytes: message.subarray(at, at + size) });
    at += size;
  }
  return fields;
}
