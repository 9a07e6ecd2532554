export interface TableColumn {
  label: string
  /** The classes of its head cell. */
  className: string
}

/** The head of a table: one cell per column. */
export function TableHead({ columns }: { columns: readonly TableColumn[] }) {
  return (
    <thead className="label text-muted">
      <tr>
        {columns.map(({ label, className }) => (
          <th key={label} scope="col" className={`${className} font-normal`}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
