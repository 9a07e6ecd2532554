import { build, type Plugin, type Rolldown } from 'vite'

/**
 * Bundles a script by itself and has the page run it before anything of it is seen. It is half a kilobyte and comes beside
 * the stylesheet, which is waited for anyway.
 */
export function earlyScript(source: string): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    async buildStart() {
      this.emitFile({ type: 'asset', name: 'early.js', source: await bundled(source) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const [file] = Object.values(bundle).filter(
          (one) => one.type === 'asset' && one.names.includes('early.js'),
        )
        return [{ tag: 'script', attrs: { src: `/${file!.fileName}` }, injectTo: 'head-prepend' }]
      },
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
