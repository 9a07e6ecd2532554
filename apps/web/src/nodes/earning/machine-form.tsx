import type { MyNode } from '@infra/protocol/nodes'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Machine, machineOf, machineProblem, offeredApps, usualMachine } from './machine.ts'

interface MachineFormProps {
  /** Those of the user whose hardware is known. */
  nodes: readonly MyNode[]
  isBusy: boolean
  onAsk: (machine: Machine) => void
}

/** The machine that the estimate is for. */
export function MachineForm({ nodes, isBusy, onAsk }: MachineFormProps) {
  const id = useId()
  const [machine, setMachine] = useState(usualMachine)
  const [problem, setProblem] = useState<string>()
  const change = (part: Partial<Machine>) => setMachine({ ...machine, ...part })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = machineProblem(machine)
    setProblem(found)
    if (!found) onAsk(machine)
  }

  return (
    <form noValidate aria-label="The machine" className="flex flex-col gap-6" onSubmit={submit}>
      {nodes.length > 0 && (
        <NodeChoice
          nodes={nodes}
          value={machine.node}
          onChange={(node) => setMachine(node ? machineOf(node) : usualMachine)}
        />
      )}
      <div className="grid grid-cols-2 gap-4 sm:max-w-md">
        <NumberField label="Cores" value={machine.cores} onChange={(cores) => change({ cores })} />
        <NumberField
          label="Memory in GB"
          value={machine.memoryGb}
          step="any"
          onChange={(memoryGb) => change({ memoryGb })}
        />
      </div>
      <AppChoice chosen={machine.apps} onChange={(apps) => change({ apps })} />
      <HourChoice hours={machine.hours} onChange={(hours) => change({ hours })} />
      <p id={`${id}-problem`} role="alert" className="text-danger empty:hidden">
        {problem}
      </p>
      <Button
        type="submit"
        variant="primary"
        icon={isBusy ? 'loading' : undefined}
        disabled={isBusy}
        className="self-start"
      >
        Estimate
      </Button>
    </form>
  )
}

const fieldStyle =
  'min-h-12 w-full border border-edge bg-ground px-4 text-lg hover:border-muted focus:border-text'

function NodeChoice({
  nodes,
  value,
  onChange,
}: {
  nodes: readonly MyNode[]
  value: string | undefined
  onChange: (node: MyNode | undefined) => void
}) {
  return (
    <label className="flex flex-col gap-2.5 font-mono text-sm sm:max-w-md">
      Machine
      <select
        value={value ?? ''}
        className={`${fieldStyle} font-sans`}
        onChange={({ target }) => onChange(nodes.find(({ id }) => id === target.value))}
      >
        <option value="">A new machine</option>
        {nodes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface NumberFieldProps {
  label: string
  value: number
  step?: string
  onChange: (value: number) => void
}

/** Keeps what is typed even while it isn't a number yet. */
function NumberField({ label, value, step, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <label className="flex flex-col gap-2.5 font-mono text-sm">
      {label}
      <input
        type="number"
        inputMode="decimal"
        min={0}
        step={step}
        value={typed !== undefined && Number(typed) === value ? typed : Number.isNaN(value) ? '' : value}
        className={`${fieldStyle} font-sans tabular-nums`}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(target.value === '' ? Number.NaN : Number(target.value))
        }}
      />
    </label>
  )
}

function AppChoice({ chosen, onChange }: { chosen: readonly string[]; onChange: (apps: string[]) => void }) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-2 font-mono text-sm">Apps</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {offeredApps.map(({ id, name }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-current"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
            {name}
          </label>
        ))}
      </div>
      <p className="text-muted">Imagine and Write need a program of your own that has the model.</p>
    </fieldset>
  )
}

const NIGHT = { from: 22, to: 7 }
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

function HourChoice({
  hours,
  onChange,
}: {
  hours: Machine['hours']
  onChange: (hours: Machine['hours']) => void
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-2 font-mono text-sm">Hours</legend>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-current"
          checked={!hours}
          onChange={({ target }) => onChange(target.checked ? undefined : NIGHT)}
        />
        All day
      </label>
      {hours && (
        <div className="grid grid-cols-2 gap-4 sm:max-w-md">
          <HourField label="From" value={hours.from} onChange={(from) => onChange({ ...hours, from })} />
          <HourField label="Until" value={hours.to} onChange={(to) => onChange({ ...hours, to })} />
        </div>
      )}
    </fieldset>
  )
}

function HourField({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (hour: number) => void
}) {
  return (
    <label className="flex flex-col gap-2.5 font-mono text-sm">
      {label}
      <select value={value} className={fieldStyle} onChange={({ target }) => onChange(Number(target.value))}>
        {hoursOfDay.map((hour) => (
          <option key={hour} value={hour}>
            {`${String(hour).padStart(2, '0')}:00`}
          </option>
        ))}
      </select>
    </label>
  )
}
