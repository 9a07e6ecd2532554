/** As in package-lock.json, by the folder that each is installed in. */
export interface LockedPackage {
  version?: string
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  [field: string]: unknown
}

/** What the agent's own packages need of others: by name, the range that is asked for. */
export interface Needs {
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

/** Fields of a lock file that say why a package is in it, and not what it is. */
const REASONS = ['dev', 'devOptional', 'optional', 'peer']

/**
 * The part of our lock file that these packages need, as npm-shrinkwrap.json has it: with it npm installs exactly what was tested, and
 * refuses what has another digest.
 */
export function lockedPackages(
  locked: Record<string, LockedPackage>,
  needs: Needs,
): Record<string, LockedPackage> {
  const required = new Set<string>()
  const optional = new Set<string>()
  const follow = (
    from: string,
    { dependencies, optionalDependencies }: Partial<Needs>,
    into: Set<string>,
  ) => {
    for (const name of Object.keys(dependencies ?? {})) {
      // npm lists what is optional among the dependencies too.
      if (!optionalDependencies?.[name]) visit(from, name, into)
    }
    for (const name of Object.keys(optionalDependencies ?? {})) visit(from, name, optional)
  }
  const visit = (from: string, name: string, into: Set<string>) => {
    const path = resolve(locked, from, name)
    if (!path) {
      if (into === optional) return
      throw new Error(`The lock file has no ${name}.`)
    }
    if (into.has(path)) return
    into.add(path)
    follow(path, locked[path]!, into)
  }
  follow('', needs, required)
  const paths = [...new Set([...required, ...optional])].toSorted()
  return Object.fromEntries(
    paths.map((path) => {
      const facts = Object.entries(locked[path]!).filter(([field]) => !REASONS.includes(field))
      return [path, { ...Object.fromEntries(facts), ...(!required.has(path) && { optional: true }) }]
    }),
  )
}

/** Where Node.js would find the package: beside the package that imports it, or in a folder above. */
function resolve(locked: Record<string, LockedPackage>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (locked[path]) return path
    if (!folder) return undefined
  }
}
