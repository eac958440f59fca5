import { describe, expect, it } from '@jest/globals';
import { deviceOf } from './device-of.js';

describe('the device of a session', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Safari/537.36 Edg/139.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1',
      'Safari on iOS',
    ],
    ['countersign/0.1.0 (node)', 'countersign/0.1.0'],
    ['countersign-cli/0.1.0 (ada on laptop)', 'Command line of ada on laptop'],
    ['', 'Unknown program'],
    [null, 'Unknown program'],
  ])('reads %j as %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});
