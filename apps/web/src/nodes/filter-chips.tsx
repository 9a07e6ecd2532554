interface Chip {
  label: string
  count?: number
  isChosen: boolean
  onChoose: () => void
}

interface FilterChipsProps {
  /** The name of the radio buttons, which makes them one group. */
  name: string
  legend: string
  chips: Chip[]
}

/** One of several filters for a list, each with how many it finds. */
export function FilterChips({ name, legend, chips }: FilterChipsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{legend}</legend>
      {chips.map(({ label, count, isChosen, onChoose }) => (
        <label
          key={label}
          className="label flex min-h-9 max-w-full items-center gap-2 border border-line px-3 text-muted hover:text-text has-checked:border-text has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool"
        >
          <input type="radio" name={name} checked={isChosen} className="sr-only" onChange={onChoose} />
          <bdi className="truncate">{label}</bdi>
          {count !== undefined && <span className="tabular-nums"> {count.toLocaleString('en')}</span>}
        </label>
      ))}
    </fieldset>
  )
}
