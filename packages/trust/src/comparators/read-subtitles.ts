/** One subtitle, in seconds. */
export interface Subtitle {
  start: number
  end: number
  text: string
}

export interface Transcript {
  text: string
  subtitles: readonly Subtitle[]
}

const TIMES = /^(\d+):(\d\d):(\d\d),(\d{3}) --> (\d+):(\d\d):(\d\d),(\d{3})$/

/** Reads SRT. Null where it is none. */
export function readSubtitles(srt: string): Subtitle[] | null {
  const blocks = srt.split(/\n{2,}/).map((block) => block.trim().split('\n'))
  const subtitles: Subtitle[] = []
  for (const [, times = '', ...lines] of blocks.filter(([number]) => number !== '')) {
    const match = TIMES.exec(times)
    if (!match) return null
    const [, ...parts] = match.map(Number)
    const [start, end] = [parts.slice(0, 4), parts.slice(4)].map(
      ([hours, minutes, seconds, millis]) => hours! * 3600 + minutes! * 60 + seconds! + millis! / 1000,
    )
    subtitles.push({ start: start!, end: end!, text: lines.join(' ') })
  }
  return subtitles
}
