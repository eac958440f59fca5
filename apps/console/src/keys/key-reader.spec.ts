import { describe, expect, it } from '@jest/globals';
import { keyReader } from './key-reader.js';

const pressed = (key: string, timeStamp = 0, more: object = {}) => ({
  ...{ key, timeStamp, ctrlKey: false, metaKey: false, altKey: false },
  ...more,
});

describe('a keyboard shortcut', () => {
  it('is the palette with Ctrl or ⌘, also where single keys are off', () => {
    const read = keyReader();
    for (const more of [{ ctrlKey: true }, { metaKey: true }])
      expect(read(pressed('K', 0, more), false)).toEqual({ name: 'palette' });
    expect(read(pressed('k', 0, { ctrlKey: true, altKey: true }), true)).toBeNull();
    expect(read(pressed('k'), true)).toEqual({ name: 'previous row' });
  });

  it('is an area for the letter that follows g soon', () => {
    const read = keyReader();
    expect(read(pressed('g', 0), true)).toBeNull();
    expect(read(pressed('a', 1000), true)).toEqual({ name: 'go', letter: 'a' });
    expect(read(pressed('a', 1100), true)).toEqual({ name: 'approve' });
    expect(read(pressed('g', 2000), true)).toBeNull();
    expect(read(pressed('a', 4000), true)).toEqual({ name: 'approve' });
    expect([read(pressed('g', 5000), true), read(pressed('g', 5100), true)]).toEqual([
      null,
      { name: 'go', letter: 'g' },
    ]);
  });

  it('is ignored while single keys are off, with a modifier key, and for names of Object.prototype', () => {
    const read = keyReader();
    expect(read(pressed('a'), false)).toBeNull();
    expect(read(pressed('c', 0, { ctrlKey: true }), true)).toBeNull();
    expect(read(pressed('constructor'), true)).toBeNull();
  });
});
