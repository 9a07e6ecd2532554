/** As a share of the loudest moment. */
const QUIET = 0.02
const WINDOW_SECONDS = 0.02
/** Shorter pauses occur within a sentence. */
const PAUSE_SECONDS = 0.22
const LEAST_SECONDS = 1
const EDGE_SECONDS = 0.06

/** The parts of a recording between its pauses. */
export function findUtterances(samples: Float32Array, rate: number): Float32Array[] {
  const window = Math.round(WINDOW_SECONDS * rate)
  const loudness = Array.from({ length: Math.floor(samples.length / window) }, (_, at) =>
    samples
      .subarray(at * window, (at + 1) * window)
      .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  )
  const loudest = loudness.reduce((most, level) => Math.max(most, level), 0)
  if (loudest === 0) return []

  const utterances: { from: number; to: number }[] = []
  for (const [at, level] of loudness.entries()) {
    if (level < loudest * QUIET) continue
    const last = utterances.at(-1)
    if (last && (at - last.to) * WINDOW_SECONDS < PAUSE_SECONDS) last.to = at + 1
    else utterances.push({ from: at, to: at + 1 })
  }
  const edge = Math.round(EDGE_SECONDS * rate)
  return utterances
    .filter(({ from, to }) => (to - from) * WINDOW_SECONDS >= LEAST_SECONDS)
    .map(({ from, to }) => samples.slice(Math.max(0, from * window - edge), to * window + edge))
}
