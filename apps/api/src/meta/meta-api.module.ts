import { type DynamicModule, Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { consoleFolder, isBuilt } from '../console/serve-console.js';
import { MetaOptions } from './meta-options.js';
import { MetaController } from './meta.controller.js';
import { SoftwareVersion } from './software-version.js';
import { StoredFacts } from './stored-facts.js';

/** The public description of this installation. */
@Module({})
export class MetaApiModule {
  static forConfig(config: Omit<MetaOptions, 'servesConsole'>): DynamicModule {
    const options: MetaOptions = { ...config, servesConsole: isBuilt(consoleFolder()) };
    return {
      module: MetaApiModule,
      imports: [UsersModule],
      controllers: [MetaController],
      providers: [{ provide: MetaOptions, useValue: options }, StoredFacts, SoftwareVersion],
    };
  }
}
