/** The legend of thermal images: what dark and bright mean. */
export function HeatScale() {
  return (
    <p className="label flex items-center gap-3 text-muted">
      idle
      <span aria-hidden="true" className="inferno-scale h-1 w-24 border border-line" />
      busy
    </p>
  )
}
