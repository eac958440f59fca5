import { describe, expect, it } from '@jest/globals';
import { claimsMatch, faultOfClaimsMatch } from './claims-match.js';

describe('a claims match', () => {
  it.each([
    ['GitHub: one branch', { sub: 'repo:acme/app:ref:refs/heads/main' }],
    ['GitHub: a repository’s environments', { sub: 'repo:acme/app:environment:*', repository: 'acme/app' }],
    ['GitHub: every repository of an owner', { sub: 'repo:acme/*', ref: 'refs/heads/main' }],
    ['GitLab', { sub: 'project_path:acme/app:ref_type:branch:ref:*', ref_protected: 'true' }],
    ['Kubernetes', { sub: 'system:serviceaccount:payments:deployer' }],
    ['a claim with a namespaced name', { sub: 'a', 'https://id.example/groups': 'x' }],
  ])('accepts %s', (_, match) => {
    expect(faultOfClaimsMatch(match)).toBeNull();
  });

  it.each([
    ['no object', 'sub'],
    ['a list', ['sub']],
    ['null', null],
    ['nothing', {}],
    ['no subject', { repository: 'acme/app' }],
    ['every subject', { sub: '*' }],
    ['every subject, twice', { sub: '**' }],
    ['a subject that one segment pins', { sub: 'repo:*', repository: 'acme/app' }],
    ['a subject of an owner’s beginning', { sub: 'repo:acme*' }],
    ['a subject that begins anyhow', { sub: '*:acme/app:ref:refs/heads/main' }],
    ['every value of another claim', { sub: 'repo:acme/app:*', ref: '*' }],
    ['the issuer', { sub: 'a', iss: 'https://id.example' }],
    ['the token’s id', { sub: 'a', jti: 'x' }],
    ['a number', { sub: 'a', run: 7 }],
    ['an empty text', { sub: '' }],
    ['a blank', { sub: 'a b' }],
    ['too long a text', { sub: 'a'.repeat(513) }],
    ['too many wildcards', { sub: 'a:b:*-*-*-*' }],
    ['a name with a blank', { sub: 'a', 'b c': 'd' }],
    ['too many claims', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`c${n}`, 'x']))],
  ])('rejects %s', (_, match) => {
    expect(faultOfClaimsMatch(match)).not.toBeNull();
  });

  it.each<[string, Record<string, string>, Record<string, unknown>, boolean]>([
    ['the same', { sub: 'a:b' }, { sub: 'a:b' }, true],
    ['another case', { sub: 'a:b' }, { sub: 'A:b' }, false],
    ['more behind it', { sub: 'a:b' }, { sub: 'a:bc' }, false],
    ['more before it', { sub: 'a:b' }, { sub: 'xa:b' }, false],
    ['a line more', { sub: 'a:b' }, { sub: 'a:b\n' }, false],
    ['any rest', { sub: 'repo:acme/*' }, { sub: 'repo:acme/app:ref:refs/heads/x' }, true],
    ['no rest', { sub: 'repo:acme/*' }, { sub: 'repo:acme/' }, true],
    ['another owner', { sub: 'repo:acme/*' }, { sub: 'repo:acme-evil/app' }, false],
    ['within a segment', { sub: 'repo:acme/app-*:ref:main' }, { sub: 'repo:acme/app-one:ref:main' }, true],
    [
      'beyond a segment',
      { sub: 'repo:acme/app-*:ref:main' },
      { sub: 'repo:acme/app-x:environment:e:ref:main' },
      false,
    ],
    ['several within a segment', { sub: 'a:b:*-c-*d:e' }, { sub: 'a:b:1-c-2-c-3d:e' }, true],
    ['an end that its wildcard has used up', { sub: 'a:b:c*cd:e' }, { sub: 'a:b:cd:e' }, false],
    ['its end before its middle', { sub: 'a:b:*c*d:e' }, { sub: 'a:b:dc:e' }, false],
    ['a beginning of the last segment', { sub: 'a:b:c*d*' }, { sub: 'a:b:cxde:f' }, true],
    ['a beginning that ends too early', { sub: 'a:b:c*d*' }, { sub: 'a:b:cx:d' }, false],
    ['no rest, twice', { sub: 'a:b/**' }, { sub: 'a:b/' }, true],
    ['one segment too few', { sub: 'a:b:c/*' }, { sub: 'a:b:c' }, false],
    ['an empty segment', { sub: 'a:b:*/c' }, { sub: 'a:b:/c' }, true],
    ['a dot as itself', { sub: 'a:b:v1.2' }, { sub: 'a:b:v1x2' }, false],
    ['signs of a pattern as themselves', { sub: 'a:b:(c|d)+[e]' }, { sub: 'a:b:(c|d)+[e]' }, true],
    ['no claim', { sub: 'a', ref: 'b' }, { sub: 'a' }, false],
    ['an inherited member', { sub: 'a', toString: 'b' }, { sub: 'a' }, false],
    ['a number', { sub: 'a', run: '7' }, { sub: 'a', run: 7 }, false],
    ['a list', { sub: 'a', ref: 'b' }, { sub: 'a', ref: ['b'] }, false],
    ['too long a claim', { sub: 'a:b:*' }, { sub: `a:b:${'c'.repeat(1024)}` }, false],
    ['nothing asked for', {}, { sub: 'a' }, false],
  ])('of %s', (_, match, claims, expected) => {
    expect(claimsMatch(match, claims)).toBe(expected);
  });

  it('takes linear time for claims that are not verified yet', () => {
    const began = process.cpuUsage();
    for (const sub of ['repo:acme/*-*-*:ref:refs/heads/main', 'repo:acme/***x', 'repo:acme/*-*-*-x*'])
      expect(claimsMatch({ sub }, { sub: `repo:acme/${'-'.repeat(1000)}` })).toBe(false);
    // A regular expression takes half a second for each.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(200);
  });
});
