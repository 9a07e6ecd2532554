interface CheckListProps<Value extends string> {
  legend: string
  labels: Record<Value, string>
  chosen: Value[]
  onChange: (chosen: Value[]) => void
}

/** Any number of these, in the order of their labels. */
export function CheckList<Value extends string>({ legend, labels, chosen, onChange }: CheckListProps<Value>) {
  const values = Object.keys(labels) as Value[]
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-2 font-mono text-sm">{legend}</legend>
      {values.map((value) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-current"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(values.filter((one) => (one === value ? target.checked : chosen.includes(one))))
            }
          />
          {labels[value]}
        </label>
      ))}
    </fieldset>
  )
}
