import { describe, expect, it } from '@jest/globals';
import { parseCacheAddress } from './parse-cache-address.js';

describe('parseCacheAddress', () => {
  it.each([
    ['memory://', { kind: 'memory' }],
    ['rediss://:p@h:1/2', { kind: 'server', url: 'rediss://:p@h:1/2' }],
    [
      'redis+cluster://a:1,B-2.example,[fd00::1]:3',
      {
        kind: 'cluster',
        ...{ tls: false, username: undefined, password: undefined },
        servers: [
          { host: 'a', port: 1 },
          { host: 'B-2.example', port: 6379 },
          { host: 'fd00::1', port: 3 },
        ],
      },
    ],
    [
      'rediss+cluster://user:p%40%2C%3A%2F:x@a/0',
      {
        kind: 'cluster',
        ...{ tls: true, username: 'user', password: 'p@,:/:x' },
        servers: [{ host: 'a', port: 6379 }],
      },
    ],
    [
      'redis+sentinel://:p@a,b:2/3?master=main&sentinel_password=q%26',
      {
        kind: 'sentinel',
        ...{ tls: false, username: undefined, password: 'p', sentinelPassword: 'q&' },
        sentinels: [
          { host: 'a', port: 26379 },
          { host: 'b', port: 2 },
        ],
        ...{ master: 'main', database: 3 },
      },
    ],
  ])('parses %s', (text, address) => {
    expect(parseCacheAddress(text)).toEqual(address);
  });

  it.each([
    ['redis+cluster://u:canary@h:1,:2', 'must list its servers as host:port, separated by commas'],
    ['redis+cluster://u:can@ry@h', 'special characters of a password are percent-encoded'],
    ['redis+cluster://u:canary%@h', 'must have user and password percent-encoded'],
    ['redis+cluster://u:canary@h/1', 'must name no database'],
    [
      'redis+sentinel://u:canary@h',
      'must name the primary as its Sentinels know it, such as ?master=mymaster',
    ],
    ['redis+sentinel://u:canary@h?master=m&role=slave', 'must have no parameters but master'],
    ['redis://u:canary@h/main', 'must name its database by a number'],
    ['redis+ring://u:canary@h', 'must be redis+cluster:// or redis+sentinel://'],
  ])('rejects %s with the reason and without the password', (text, reason) => {
    expect(() => parseCacheAddress(text)).toThrow(reason);
    expect(() => parseCacheAddress(text)).not.toThrow(/canary|can@ry/);
  });
});
