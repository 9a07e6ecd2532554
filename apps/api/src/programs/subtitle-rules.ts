export interface Segment {
  start: number
  end: number
  text: string
}

const TIMES = /^(\d+):(\d\d):(\d\d),(\d{3}) --> (\d+):(\d\d):(\d\d),(\d{3})$/

/** The segments of subtitles in SRT. */
export function segmentsOf(srt: string): Segment[] {
  return srt
    .replaceAll('\r\n', '\n')
    .split(/\n\n+/)
    .flatMap((block) => {
      const lines = block.trim().split('\n')
      const times = TIMES.exec(lines[1] ?? '')
      if (!times) return []
      const [h1, m1, s1, ms1, h2, m2, s2, ms2] = times.slice(1).map(Number) as Eight
      const seconds = (h: number, m: number, s: number, ms: number) => h * 3600 + m * 60 + s + ms / 1000
      const text = lines.slice(2).join('\n')
      return [{ start: seconds(h1, m1, s1, ms1), end: seconds(h2, m2, s2, ms2), text }]
    })
}

type Eight = [number, number, number, number, number, number, number, number]

/** WebVTT writes the same with a header, points in the times, and no numbers. */
export function vttOf(srt: string): string {
  const blocks = srt
    .replaceAll('\r\n', '\n')
    .split(/\n\n+/)
    .map((block) => block.trim().split('\n'))
    .filter((lines) => TIMES.test(lines[1] ?? ''))
    .map(([, times, ...text]) => [times!.replaceAll(',', '.'), ...text].join('\n'))
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`
}
