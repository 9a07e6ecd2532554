import { useMemo } from 'react'
import { HeatScale } from '../ui/heat-scale.tsx'
import { type Source, ThermalImage } from '../ui/thermal-image.tsx'
import type { Network } from './use-network.ts'

/** The network as a thermal image: a spot per node, up to the number of spots, bright where a node is busy. */
export function ThermalView({ network }: { network: Network | undefined }) {
  const { online = 0, running = 0 } = network ?? {}
  const sources = useMemo(() => [...spots(online, running), ...wires], [online, running])
  return (
    <figure className="flex flex-col gap-3">
      <div className="viewfinder">
        <ThermalImage columns={40} rows={34} sources={sources} className="p-3 sm:p-4" />
      </div>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="label text-muted">{describeNetwork(network)}</span>
        <HeatScale />
      </figcaption>
    </figure>
  )
}

function describeNetwork(network: Network | undefined): string {
  if (!network) return 'Now: not known yet'
  if (network.online === 0) return 'Now: no node online'
  return network.running > 0 ? 'Now: at work' : 'Now: at rest'
}

function spots(online: number, running: number): Source[] {
  return places.map(([x, y, size], index) => ({
    x,
    y,
    width: size,
    height: size,
    blur: 1.4 + size / 3,
    heat: index < Math.min(running, online) ? 0.86 : index < online ? 0.4 : 0.12,
  }))
}

/** From the middle outwards. */
const places = [
  [17, 15, 5],
  [32, 6, 4],
  [5, 5, 3],
  [26, 27, 4],
  [9, 28, 3],
  [20, 3, 2],
  [33, 20, 2],
  [4, 20, 2],
] as const

const wires: Source[] = (
  [
    [6, 6, 14, 1],
    [20, 4, 1, 12],
    [21, 8, 12, 1],
    [5, 17, 13, 1],
    [5, 17, 1, 4],
    [22, 18, 12, 1],
    [34, 18, 1, 3],
    [19, 19, 1, 10],
    [10, 29, 18, 1],
  ] as const
).map(([x, y, width, height]) => ({ x, y, width, height, heat: 0.07, blur: 0.9 }))
