import { build, type Plugin, type Rolldown } from 'vite'

/**
 * Bundles a script by itself and puts it into the page, which runs it before anything of it is seen: fetching half a kilobyte would
 * hold up the first paint by a round trip. The API allows it by its hash, and nothing else that stands in a page.
 */
export function inlineScript(source: string): Plugin {
  return {
    name: 'inline-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async () => [{ tag: 'script', children: await bundled(source), injectTo: 'head-prepend' }],
    },
  }
}

async function bundled(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: source, output: { format: 'iife' } } },
  })
  return (built as Rolldown.RolldownOutput).output[0].code
}
