import { basename, extname, join } from 'node:path'

const HERE = import.meta.dirname

/** The packed agent has the same files in the same places, as JavaScript. */
const EXTENSION = extname(import.meta.filename)

const fileOf = (path: string) => join(HERE, path + EXTENSION)

/** Files of the agent that run as programs of their own, or are loaded by them. */
export const programFiles = {
  child: fileOf('sandbox/run-job'),
  launcher: fileOf('sandbox/launch'),
  runners: fileOf('runners/runners'),
}

/** Everything of its own that one of our programs reads: its files, and the packages that it imports. */
export const programFolders: readonly string[] = [HERE, ...(EXTENSION === '.js' ? packed() : checkout())]

function checkout(): string[] {
  const paths = ['../node_modules', '../package.json', '../../../node_modules', '../../../packages']
  return [...paths, '../../../package.json'].map((path) => join(HERE, path))
}

/** Where npm has put the agent among other packages, it may have put what it imports beside it. */
function packed(): string[] {
  const folder = join(HERE, '../..')
  return basename(folder) === 'node_modules' ? [folder, join(folder, '../package.json')] : []
}
