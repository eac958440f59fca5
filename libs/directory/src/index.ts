export { DirectoryModule } from './directory.module.js';
export { DirectoryReadModel, type NamedRef } from './directory.read-model.js';
