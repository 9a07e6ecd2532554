const OPEN_ENTRIES_MAX = 20
const SHOWN_ENTRIES_MAX = 500

/** A JSON tree, collapsed where it is long. */
export function JsonTree({ value, name, depth = 0 }: { value: unknown; name?: string; depth?: number }) {
  const label = name === undefined ? null : <span className="text-muted">{name}: </span>
  if (typeof value !== 'object' || value === null) {
    return (
      <p className="break-words">
        {label}
        <span className={typeof value === 'string' ? 'text-text' : 'text-cool'}>{JSON.stringify(value)}</span>
      </p>
    )
  }
  const entries = Object.entries(value)
  return (
    <details open={depth === 0 && entries.length <= OPEN_ENTRIES_MAX}>
      <summary className="cursor-pointer">
        {label}
        <span className="text-muted">
          {Array.isArray(value)
            ? `list of ${entries.length}`
            : `${entries.length} ${entries.length === 1 ? 'field' : 'fields'}`}
        </span>
      </summary>
      <div className="border-l border-line pl-4">
        {entries.slice(0, SHOWN_ENTRIES_MAX).map(([key, inner]) => (
          <JsonTree key={key} name={key} value={inner} depth={depth + 1} />
        ))}
        {entries.length > SHOWN_ENTRIES_MAX && (
          <p className="text-muted">and {entries.length - SHOWN_ENTRIES_MAX} more: download the file</p>
        )}
      </div>
    </details>
  )
}
