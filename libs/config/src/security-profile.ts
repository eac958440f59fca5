import { type DynamicModule, Global, Module } from '@nestjs/common';

/** Which security profile runs (D95); also its injection token. */
export class SecurityProfile {
  constructor(readonly name: 'standard' | 'strict') {}

  get isStrict(): boolean {
    return this.name === 'strict';
  }
}

/** Tells every part of the process which profile runs. A part that asks and is not told does not boot. */
@Global()
@Module({})
export class SecurityProfileModule {
  static of(name: SecurityProfile['name']): DynamicModule {
    const profile = { provide: SecurityProfile, useValue: new SecurityProfile(name) };
    return { module: SecurityProfileModule, providers: [profile], exports: [profile] };
  }
}
