/** What a person typed, each tag once. */
export function readTags(typed: string): string[] {
  const tags = typed.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** The tags of some nodes in order, with how many of them have each. */
export function tagsOf(nodes: readonly { tags: string[] }[]): { tag: string; count: number }[] {
  const byTag = Map.groupBy(
    nodes.flatMap(({ tags }) => tags),
    (tag) => tag,
  )
  return [...byTag.keys()].toSorted().map((tag) => ({ tag, count: byTag.get(tag)!.length }))
}
