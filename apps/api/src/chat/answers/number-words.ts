export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}

export function seconds(value: number): string {
  return value < 90
    ? count(Math.max(1, Math.round(value)), 'second', 'seconds')
    : count(Math.round(value / 60), 'minute', 'minutes')
}

/** An exact duration in words. */
export function duration(value: number): string {
  const [minutes, rest] = [Math.floor(value / 60), value % 60]
  if (value < 120) return count(value, 'second', 'seconds')
  return `${count(minutes, 'minute', 'minutes')}${rest > 0 ? ` and ${count(rest, 'second', 'seconds')}` : ''}`
}

export function ago(then: Date, now: Date): string {
  const minutes = Math.max(0, Math.round((now.getTime() - then.getTime()) / 60_000))
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${count(minutes, 'minute', 'minutes')} ago`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`
}

export function listed(names: string[], word: 'or' | 'and' = 'or'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`
}

export function credits(number: number): string {
  return count(number, 'credit', 'credits')
}
