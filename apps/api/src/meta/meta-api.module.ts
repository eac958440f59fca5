import { type DynamicModule, Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { MetaOptions } from './meta-options.js';
import { MetaController } from './meta.controller.js';
import { ServedConsole } from './served-console.js';
import { SoftwareVersion } from './software-version.js';
import { StoredFacts } from './stored-facts.js';

/** The public description of this installation. */
@Module({})
export class MetaApiModule {
  static forConfig(config: MetaOptions): DynamicModule {
    return {
      module: MetaApiModule,
      imports: [UsersModule],
      controllers: [MetaController],
      providers: [{ provide: MetaOptions, useValue: config }, StoredFacts, SoftwareVersion, ServedConsole],
    };
  }
}
