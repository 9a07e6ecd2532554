import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RENDERER_PATH, type RenderFirstScreen } from '@infra/protocol/pages/bootstrap'

/** Loads the renderer of first screens; pages that were built without it render in the browser. */
export async function loadRenderer(webDir: string): Promise<RenderFirstScreen | undefined> {
  const file = resolve(join(webDir, RENDERER_PATH))
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (!isThere) return undefined
  const built: { renderFirstScreen: RenderFirstScreen } = await import(pathToFileURL(file).href)
  return built.renderFirstScreen
}
