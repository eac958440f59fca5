import { setImmediate as immediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { CallVariable } from './call-variable.js';

describe('a call variable', () => {
  const name = new CallVariable<string>();
  const depth = new CallVariable<number | null>();
  const seen = async () => {
    await immediate();
    return [name.get(), depth.get()];
  };

  it('has its own value in each call, across awaits', async () => {
    const calls = ['a', 'b'].map((each, index) => name.run(each, () => depth.run(index, seen)));
    expect(await Promise.all(calls)).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });

  it('does not change other variables, and is restored after a nested call', async () => {
    const outer = name.run('outer', async () => [
      await depth.run(1, () => name.run('inner', seen)),
      await depth.run(null, seen),
      await seen(),
    ]);
    expect(await outer).toEqual([
      ['inner', 1],
      ['outer', null],
      ['outer', undefined],
    ]);
  });

  it('is undefined outside of a call', async () => expect(await seen()).toEqual([undefined, undefined]));
});
