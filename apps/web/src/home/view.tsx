import { HeatScale } from '../ui/heat-scale.tsx'
import { type Source, ThermalImage } from '../ui/thermal-image.tsx'

/** A network through a thermal camera. A drawing until there are readings, and it says so; nothing runs, so it is dark. */
export function View() {
  return (
    <figure className="flex flex-col gap-3">
      <div className="viewfinder">
        <ThermalImage columns={40} rows={34} sources={network} className="p-3 sm:p-4" />
      </div>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="label text-muted">A network at rest, as drawn</span>
        <HeatScale />
      </figcaption>
    </figure>
  )
}

const network: Source[] = [
  { x: 5, y: 5, width: 3, height: 3, heat: 0.2, blur: 2 },
  { x: 20, y: 3, width: 2, height: 2, heat: 0.16, blur: 2 },
  { x: 32, y: 6, width: 4, height: 4, heat: 0.22, blur: 2.4 },
  { x: 17, y: 15, width: 5, height: 5, heat: 0.27, blur: 2.8 },
  { x: 4, y: 20, width: 2, height: 2, heat: 0.16, blur: 1.8 },
  { x: 33, y: 20, width: 2, height: 2, heat: 0.18, blur: 1.8 },
  { x: 9, y: 28, width: 3, height: 3, heat: 0.2, blur: 2 },
  { x: 26, y: 28, width: 4, height: 2, heat: 0.21, blur: 2.2 },
  { x: 6, y: 6, width: 14, height: 1, heat: 0.06, blur: 0.9 },
  { x: 20, y: 4, width: 1, height: 12, heat: 0.07, blur: 0.9 },
  { x: 21, y: 8, width: 12, height: 1, heat: 0.06, blur: 0.9 },
  { x: 5, y: 17, width: 13, height: 1, heat: 0.06, blur: 0.9 },
  { x: 5, y: 17, width: 1, height: 4, heat: 0.06, blur: 0.9 },
  { x: 22, y: 18, width: 12, height: 1, heat: 0.06, blur: 0.9 },
  { x: 34, y: 18, width: 1, height: 3, heat: 0.06, blur: 0.9 },
  { x: 19, y: 19, width: 1, height: 10, heat: 0.07, blur: 0.9 },
  { x: 10, y: 29, width: 18, height: 1, heat: 0.06, blur: 0.9 },
]
