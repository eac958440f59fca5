export { DirectoryModule } from './directory.module.js';
export { DirectoryReadModel } from './directory.read-model.js';
