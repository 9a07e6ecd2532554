export interface Subtitle {
  start: number
  end: number
  text: string
}

const TIMES = /^(\d+):(\d\d):(\d\d)[,.](\d{3}) --> (\d+):(\d\d):(\d\d)[,.](\d{3})/

/** The lines of an SRT file, in order; skips anything that isn't a subtitle. */
export function subtitlesIn(srt: string): Subtitle[] {
  return srt
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.trim().split('\n')
      const at = lines.findIndex((line) => TIMES.test(line))
      const text = lines.slice(at + 1).join(' ')
      if (at === -1 || text === '') return []
      const numbers = TIMES.exec(lines[at]!)!.slice(1).map(Number)
      return [{ start: secondsOf(numbers.slice(0, 4)), end: secondsOf(numbers.slice(4)), text }]
    })
}

/** The index of the line at this time, or -1. */
export function subtitleAt(subtitles: readonly Subtitle[], seconds: number): number {
  return subtitles.findIndex(({ start, end }) => seconds >= start && seconds < end)
}

function secondsOf([hours, minutes, seconds, thousandths]: number[]): number {
  return hours! * 3600 + minutes! * 60 + seconds! + thousandths! / 1000
}
