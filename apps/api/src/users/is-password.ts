import { ValidateBy } from 'class-validator';

const SHORTEST_BYTES = 12;
const LONGEST_BYTES = 72;

/** A new password: 12 to 72 bytes of UTF-8, all of which bcrypt reads. */
export const IsPassword = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPassword',
    validator: {
      validate: (value: unknown): boolean => {
        if (typeof value !== 'string') return false;
        const bytes = Buffer.byteLength(value);
        return bytes >= SHORTEST_BYTES && bytes <= LONGEST_BYTES;
      },
      defaultMessage: () => 'must be 12 to 72 bytes long',
    },
  });
