import { CRITICAL_ASSETS_FOLDER, type CriticalAssets } from '@infra/protocol/pages/bootstrap'
import postcss from 'postcss'
import type { Plugin, Rolldown } from 'vite'
import { SERVER_RENDERED } from './server-rendered-only.ts'

/**
 * Writes the critical assets of each server-rendered screen. Their styles go into the page itself, so that nothing has to be fetched
 * before the first paint; the whole stylesheet follows, and repeats the same rules.
 */
export function criticalAssets(): Plugin {
  return {
    name: 'critical-assets',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
      const css = files
        .flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [file.source] : []))
        .join('')
      const stylesheet = this.emitFile({ type: 'asset', name: 'rest.css', source: withoutOurFonts(css) })
      const chunks = files.filter((file) => file.type === 'chunk')
      const always = withImports(
        chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/main.tsx'))),
        bundle,
      )
      for (const screen of chunks) {
        const [, name] = SERVER_RENDERED.exec(screen.facadeModuleId ?? '') ?? []
        if (!name) continue
        const own = withImports([screen], bundle).filter((chunk) => !always.includes(chunk))
        const assets: CriticalAssets = {
          styles: stylesFor([...always, ...own].map(({ code }) => code).join('\n'), css),
          stylesheet: `/${this.getFileName(stylesheet)}`,
          scripts: own.map(({ fileName }) => `/${fileName}`),
        }
        this.emitFile({
          type: 'asset',
          fileName: `${CRITICAL_ASSETS_FOLDER}/${name}.json`,
          source: JSON.stringify(assets),
        })
      }
    },
  }
}

function withImports(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const found = new Set(chunks)
  // Iterating a set also visits what is added meanwhile.
  for (const { imports } of found)
    for (const name of imports) {
      const file = bundle[name]
      if (file?.type === 'chunk') found.add(file)
    }
  return [...found]
}

/** The rules for classes and elements that the code names. A few too many do no harm; one too few would be visible. */
export function stylesFor(code: string, css: string): string {
  const named = new Set(['html', 'body', ...code.split(/[\s"'`$]+/)])
  const root = postcss.parse(css)
  const layers = new Set<string>()
  root.walkAtRules('layer', (rule) => {
    for (const layer of rule.params.split(/\s*,\s*/)) layers.add(layer)
    // It is only for browsers older than our build target.
    if (rule.params === 'properties') rule.remove()
  })
  root.walkComments((comment) => {
    comment.remove()
  })
  root.walkRules((rule) => {
    if (isFrame(rule)) return
    const left = rule.selectors.filter((selector) => isNeeded(selector, named))
    if (left.length > 0) rule.selectors = left
    else rule.remove()
  })
  root.walkAtRules('font-face', (face) => {
    // Fonts for letters that our own texts do not use come with the whole stylesheet.
    if (!isOurs(face)) face.remove()
  })
  removeUnused(root)
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove()
  })
  // All layers in the order of the whole stylesheet, even those that are empty here, or their order would change later.
  return `@layer ${[...layers].join(',')};${root.toString()}`
}

/** A font face that is declared twice is loaded twice, and text would be laid out again when it comes. */
function withoutOurFonts(css: string): string {
  const root = postcss.parse(css)
  root.walkAtRules('font-face', (face) => {
    if (isOurs(face)) face.remove()
  })
  return root.toString()
}

const isOurs = (face: postcss.AtRule) => face.toString().includes('Infra')

const isFrame = ({ parent }: postcss.Rule) =>
  parent?.type === 'atrule' && 'name' in parent && parent.name === 'keyframes'

function isNeeded(selector: string, named: Set<string>): boolean {
  // States that need scripts or a pointer, and parts of controls that no first screen has.
  if (/\[data-glitching]|:hover|(?<!not[(]):disabled|::(?!backdrop|selection)|:-moz/.test(selector))
    return false
  const classes = [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) =>
    name!.replaceAll(/\\(.)/g, '$1'),
  )
  const bare = selector.replaceAll(/\.(?:\\.|[\w-])+|\[[^\]]*]/g, ' ')
  const elements = [...bare.matchAll(/(?<![\w:#-])[a-z][a-z0-9]*/g)].map(([name]) => name)
  return [...classes, ...elements].every((name) => named.has(name))
}

/** Removes variables and animations that no remaining rule uses. */
function removeUnused(root: postcss.Root): void {
  const text: string[] = []
  root.walkDecls(({ value }) => {
    text.push(value)
  })
  const used = new Set(text.join(' ').split(/[^\w-]+/))
  root.walkAtRules(/^(property|keyframes)$/, (rule) => {
    if (!used.has(rule.params)) rule.remove()
  })
  root.walkDecls(/^--/, (variable) => {
    if (!used.has(variable.prop)) variable.remove()
  })
}
