import type { Plugin } from 'vite'

/**
 * Vite wraps every `import()` in a helper that preloads its styles and scripts. We have one stylesheet, and the page itself names the
 * scripts of its first screen, so that kilobyte of code has nothing to do.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite[/]preload-helper[.]js$/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}
