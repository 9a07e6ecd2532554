import { build, type Plugin, type Rolldown } from 'vite'

/**
 * Bundles a script by itself and inlines it into the page, so that it runs before the first paint: fetching half a kilobyte would
 * delay that by a round trip. The content security policy allows this one inline script by its hash.
 */
export function inlineScript(source: string): Plugin {
  return {
    name: 'inline-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async () => [{ tag: 'script', children: await bundle(source), injectTo: 'head-prepend' }],
    },
  }
}

async function bundle(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: source, output: { format: 'iife' } } },
  })
  return (built as Rolldown.RolldownOutput).output[0].code
}
