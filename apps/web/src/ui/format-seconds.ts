/** Formats a duration; null means that nothing was measured. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 0.05) return '< 0.1 s'
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}
