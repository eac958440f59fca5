import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const requireHere = createRequire(import.meta.url);

/**
 * Loads a CommonJS package that requires ES modules. Node does that by itself; Jest refuses it on Node 20
 * ("Must use import to load ES Module").
 * @param entry the package's entry file: its name alone is mapped to the shim
 * @param imported the ES modules that it requires, by name, already imported
 * @returns what the package exports
 */
export function loadCommonJs(entry, imported) {
  const loaded = new Map();
  return load(requireHere.resolve(entry));

  function load(file) {
    const module = loaded.get(file) ?? { exports: {} };
    if (loaded.has(file)) return module.exports;
    loaded.set(file, module);
    const requireThere = createRequire(file);
    const require = (id) =>
      imported[id] ?? (id.startsWith('.') ? load(requireThere.resolve(id)) : requireThere(id));
    const body = `${readFileSync(file, 'utf8')}\n//# sourceURL=${file}`;
    new Function('module', 'exports', 'require', body)(module, module.exports, require);
    return module.exports;
  }
}
