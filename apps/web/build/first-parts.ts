import { FIRST_PARTS_FOLDER, type FirstParts } from '@infra/protocol/pages/arrival'
import postcss from 'postcss'
import type { Plugin, Rolldown } from 'vite'
import { DRAWN } from './first-screen-only.ts'

/**
 * For each screen that the server draws, what its page has beside what all have. The styles stand in the page, so that nothing has
 * to be fetched before the first paint; the rest follows, and says the same of what is there already.
 */
export function firstParts(): Plugin {
  return {
    name: 'first-parts',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
      const css = files
        .flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [file.source] : []))
        .join('')
      const stylesheet = this.emitFile({ type: 'asset', name: 'rest.css', source: withoutOurFaces(css) })
      const chunks = files.filter((file) => file.type === 'chunk')
      const always = withImports(
        chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/main.tsx'))),
        bundle,
      )
      for (const screen of chunks) {
        const [, name] = DRAWN.exec(screen.facadeModuleId ?? '') ?? []
        if (!name) continue
        const own = withImports([screen], bundle).filter((chunk) => !always.includes(chunk))
        const parts: FirstParts = {
          styles: stylesFor([...always, ...own].map(({ code }) => code).join('\n'), css),
          stylesheet: `/${this.getFileName(stylesheet)}`,
          scripts: own.map(({ fileName }) => `/${fileName}`),
        }
        this.emitFile({
          type: 'asset',
          fileName: `${FIRST_PARTS_FOLDER}/${name}.json`,
          source: JSON.stringify(parts),
        })
      }
    },
  }
}

function withImports(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const found = new Set(chunks)
  // A set that grows while it is gone through is gone through to its end.
  for (const { imports } of found)
    for (const name of imports) {
      const file = bundle[name]
      if (file?.type === 'chunk') found.add(file)
    }
  return [...found]
}

/** Rules for classes and elements that the code names. A few too many do no harm; one too few would be seen. */
export function stylesFor(code: string, css: string): string {
  const named = new Set(['html', 'body', ...code.split(/[\s"'`$]+/)])
  const root = postcss.parse(css)
  const layers = new Set<string>()
  root.walkAtRules('layer', (rule) => {
    for (const layer of rule.params.split(/\s*,\s*/)) layers.add(layer)
    // For browsers older than those that the pages are built for.
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
    // The letters that our own words do not need come with the rest.
    if (!isOurs(face)) face.remove()
  })
  removeUnused(root)
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove()
  })
  // In the order of the whole stylesheet, also those of which nothing is left.
  return `@layer ${[...layers].join(',')};${root.toString()}`
}

/** A face that is named a second time is tried a second time, and words that were read in another would jump. */
function withoutOurFaces(css: string): string {
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
  // What scripts or a pointer bring about, and parts of controls that no first screen has.
  if (/\[data-glitching]|:hover|(?<!not[(]):disabled|::(?!backdrop|selection)|:-moz/.test(selector))
    return false
  const classes = [...selector.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) =>
    name!.replaceAll(/\\(.)/g, '$1'),
  )
  const bare = selector.replaceAll(/\.(?:\\.|[\w-])+|\[[^\]]*]/g, ' ')
  const elements = [...bare.matchAll(/(?<![\w:#-])[a-z][a-z0-9]*/g)].map(([name]) => name)
  return [...classes, ...elements].every((name) => named.has(name))
}

/** Variables, and movements, that nothing uses that is left. */
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
