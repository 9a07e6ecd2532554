import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeNpmPackage } from '@infra/client/npm-package'
import { SDK_FOLDER } from '@infra/protocol/pages/bootstrap'
import { CONFIGURATION_BLOCK_ID } from '@infra/protocol/pages/configuration'
import { ROOT } from '../root.ts'

const run = promisify(execFile)

export interface AgentRelease {
  version: string
  /** The setting with which an API process serves it. */
  webDir: string
}

/** Packs the node agent as `npm run build` does, in one version for each of these beginnings of its program. */
export async function packReleases(folder: string, beginnings: string[]): Promise<AgentRelease[]> {
  const built = join(folder, 'built')
  await run(process.execPath, [join(ROOT, 'apps/node/build/pack-node.ts'), built])
  await run('tar', ['xzf', join(built, 'node.tgz'), '-C', built])
  const unpacked = join(built, 'package')
  const names = (await readdir(unpacked, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  )
  const files: Record<string, string> = {}
  for (const { parentPath, name } of names) {
    const path = join(parentPath, name)
    files[path.slice(unpacked.length + 1)] = await readFile(path, 'utf8')
  }
  const { 'package.json': manifest, ...others } = files
  const packed = JSON.parse(manifest!)
  const releases: AgentRelease[] = []
  for (const [at, beginning] of beginnings.entries()) {
    const webDir = join(folder, `web-${at}`)
    const sdk = join(webDir, SDK_FOLDER)
    await mkdir(sdk, { recursive: true })
    await writeFile(
      join(webDir, 'index.html'),
      `<!doctype html><head><title>Infra</title><script type="application/json" id="${CONFIGURATION_BLOCK_ID}">{}</script></head><body><div id="root"></div></body>`,
    )
    const changed = { ...others, 'main.js': others['main.js']!.replace('\n', `\n${beginning}\n`) }
    const base = { ...packed, version: packed.version.replace(/-b.*/, '') }
    const { version, dist } = await writeNpmPackage(sdk, 'node', base, changed)
    const script = await readFile(join(ROOT, 'apps/node/build/install.sh'), 'utf8')
    await writeFile(
      join(sdk, 'install-node.sh'),
      script.replaceAll('@VERSION@', version).replaceAll('@INTEGRITY@', dist.integrity),
    )
    releases.push({ version, webDir })
  }
  return releases
}

/** An npm that takes the checkout's packages instead of fetching 200 MB for each version and each machine. */
export async function stubNpm(folder: string): Promise<string> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  const script = `#!/bin/sh\nln -s '${join(ROOT, 'node_modules')}' node_modules\n`
  await writeFile(join(bin, 'npm'), script, { mode: 0o755 })
  return bin
}
