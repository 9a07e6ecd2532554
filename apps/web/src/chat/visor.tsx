/** Infra's face with its eyes shut. Cold, since nothing happens behind it yet. */
export function Visor() {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 72" className="w-28" fill="none">
      <path d="M12 8h72l8 16v24L80 64H16L4 48V24z" className="fill-inferno-0 stroke-edge" strokeWidth="1.5" />
      <path d="M14 24h68v24H14z" className="fill-inferno-1" />
      <path d="M26 38h14M56 38h14" className="stroke-inferno-2" strokeWidth="3" />
      <path d="M24 30h16M56 30h16" className="stroke-inferno-2" strokeWidth="1.5" />
    </svg>
  )
}
