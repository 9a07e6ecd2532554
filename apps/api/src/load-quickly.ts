import { registerHooks } from 'node:module'

const DRIZZLE_FILE = /[/]node_modules[/]drizzle-orm[/].*[.]js$/

/**
 * Node.js reads a package's `exports` again for each of its files. Drizzle's has 180 kB, and it has a hundred files, which costs half a
 * second at start. Imports between its files are relative paths and need no lookup.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const isBetweenThem =
      specifier.startsWith('.') && specifier.endsWith('.js') && DRIZZLE_FILE.test(context.parentURL ?? '')
    if (!isBetweenThem) return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})
