import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** The screens that the server renders. */
export const SERVER_RENDERED = /[/]routes[/](home|feed)[.]tsx$/

/** Leaves out everything else that is imported lazily: the server renders only what the first screen shows, and never loads it. */
export function serverRenderedOnly(): Plugin {
  return {
    name: 'server-rendered-only',
    resolveDynamicImport: (specifier, importer) =>
      typeof specifier === 'string' && importer && SERVER_RENDERED.test(join(dirname(importer), specifier))
        ? null
        : { id: 'not-on-the-server', external: true },
  }
}
