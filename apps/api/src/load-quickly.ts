import { registerHooks } from 'node:module'

const DRIZZLE_FILE = /[/]node_modules[/]drizzle-orm[/].*[.]js$/

/**
 * For every file of a package Node.js reads the package's list of exports anew. Drizzle's has 180 kB, and it has a hundred
 * files: half a second of a start. Between them we need no list: what they import is the file at that address.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const isBetweenThem =
      specifier.startsWith('.') && specifier.endsWith('.js') && DRIZZLE_FILE.test(context.parentURL ?? '')
    if (!isBetweenThem) return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})
