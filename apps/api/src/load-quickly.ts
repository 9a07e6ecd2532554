import { registerHooks } from 'node:module'

const DRIZZLE_FILE = /[/]node_modules[/]drizzle-orm[/].*[.]js$/

/**
 * For every file of a package Node.js reads the package's `exports` again. Drizzle's has 180 kB, and it has a hundred files: half a
 * second of a start. Imports between its files are relative paths and need no lookup.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const isBetweenThem =
      specifier.startsWith('.') && specifier.endsWith('.js') && DRIZZLE_FILE.test(context.parentURL ?? '')
    if (!isBetweenThem) return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})
