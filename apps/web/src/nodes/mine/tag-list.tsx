/** Renders nothing where there are none. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="flex min-w-0 flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="label max-w-full truncate border border-line px-2 py-1">
          <bdi>{tag}</bdi>
        </li>
      ))}
    </ul>
  )
}
