import type { Plugin } from 'vite'

/**
 * What Vite puts around every `import()` looks for styles and scripts to fetch beside it. Ours have one stylesheet, and the page
 * itself names the scripts of the screen where someone arrives, so nothing is left for a kilobyte of code to do.
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
