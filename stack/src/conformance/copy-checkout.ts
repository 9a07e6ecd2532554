import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { ROOT } from '../root.ts'
import { listFiles } from '../test-command/list-files.ts'

/** Programs that run in a checkout write to these, so each has its own. */
const NOT_LINKED = ['.vite', '.vite-temp', '.vitest-cache']

/** A copy of the checkout in a temporary folder, which may be changed. Packages of others are linked, since nobody changes them. */
export async function copyCheckout(): Promise<string> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'infra-conformance-')))
  for (const file of await listFiles(ROOT)) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await cp(join(ROOT, file), join(copy, file))
  }
  await linkPackages(join(ROOT, 'node_modules'), join(copy, 'node_modules'), copy)
  const nested = join('apps/api/node_modules')
  if (existsSync(join(ROOT, nested))) await symlink(join(ROOT, nested), join(copy, nested))
  return copy
}

async function linkPackages(from: string, to: string, copy: string): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (name === '@infra') await linkOurs(join(from, name), join(to, name), copy)
    else if (!NOT_LINKED.includes(name)) await symlink(join(from, name), join(to, name))
  }
}

/** Links our own packages to those of the copy. */
async function linkOurs(from: string, to: string, copy: string): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    const folder = relative(await realpath(ROOT), await realpath(join(from, name)))
    await symlink(join(copy, folder), join(to, name))
  }
}
