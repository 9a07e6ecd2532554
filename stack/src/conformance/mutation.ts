/** A small change of the product that the tests of a row of docs/conformance.md must notice. */
export interface Mutation {
  row: string
  file: string
  /** Occurs in the file exactly once. */
  find: string
  replace: string
  /** The file with the tests that must fail: those whose title names the row. A `.spec.ts` runs in a browser. */
  test: string
}

export type MutationTuple = readonly [row: string, file: string, find: string, replace: string, test: string]

export function isBrowserTest({ test }: Pick<Mutation, 'test'>): boolean {
  return test.endsWith('.spec.ts')
}

/** The source with the change; throws if the text to replace isn't there exactly once. */
export function mutate(source: string, { file, find, replace }: Mutation): string {
  const parts = source.split(find)
  if (parts.length !== 2) throw new Error(`${file} has ${JSON.stringify(find)} ${parts.length - 1} times.`)
  return parts.join(replace)
}
