/** A whole number with thousands separators. Without `Intl`, whose first use blocks a phone for 100 ms. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** "1 job", "2,300 jobs". */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}
