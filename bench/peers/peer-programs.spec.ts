import { describe, expect, it } from '@jest/globals';
import { absences, revisionIn } from './peer-programs.js';

const COMMIT = '21476de7e5c5e432c2e8bb2c50cf83b24c073c33';

describe('revisionIn', () => {
  it('reads the commit among the settings of a Go build', () => {
    const program = Buffer.from(
      `\0ELF\xff build\tvcs=git\nbuild\tvcs.revision=${COMMIT}\nbuild\tvcs.modified=false`,
    );
    expect(revisionIn(program)).toBe('21476de');
  });

  it('finds none in a program that was built without', () => {
    expect(revisionIn(Buffer.from('\0ELF build\tCGO_ENABLED=1'))).toBeUndefined();
    expect(revisionIn(Buffer.from('build\tvcs.revision=none'))).toBeUndefined();
  });
});

describe('absences', () => {
  it('names the variable of each peer that is absent', () => {
    expect(absences({ secretsBridge: '/bin/x', openBao: undefined })).toEqual([
      'OpenBao is absent: PEER_OPENBAO names no program.',
    ]);
  });
});
