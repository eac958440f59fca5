import { type DynamicModule, Global, Module } from '@nestjs/common';

/** The active security profile (D95); also its injection token. */
export class SecurityProfile {
  constructor(readonly name: 'standard' | 'strict') {}

  get isStrict(): boolean {
    return this.name === 'strict';
  }
}

/** Provides the security profile. Without it, the parts that inject it do not boot. */
@Global()
@Module({})
export class SecurityProfileModule {
  static of(name: SecurityProfile['name']): DynamicModule {
    const profile = { provide: SecurityProfile, useValue: new SecurityProfile(name) };
    return { module: SecurityProfileModule, providers: [profile], exports: [profile] };
  }
}
