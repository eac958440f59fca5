import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';

/** Node itself is asked, in a process of its own, because Jest cannot load these packages without the shims. */
it.each(['@nestjs/throttler', '@willsoto/nestjs-prometheus'])(
  'the specs can import every name that %s exports',
  async (name) => {
    const script = `console.log(JSON.stringify(Object.keys(require('${name}'))))`;
    const exported = JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
    expect(Object.keys((await import(name)) as object).sort()).toEqual(exported.sort());
  },
);

it('what these packages inject and throw are the classes of the Nest that the specs run on', async () => {
  const { HttpException } = await import('@nestjs/common');
  const { ThrottlerException } = await import('@nestjs/throttler');
  expect(new ThrottlerException()).toBeInstanceOf(HttpException);
  const { register } = await import('prom-client');
  const { getOrCreateMetric } = await import('@willsoto/nestjs-prometheus');
  getOrCreateMetric('Counter', { name: 'loaded_packages', help: 'Counts this test.' });
  expect(register.getSingleMetric('loaded_packages')).toBeDefined();
});
