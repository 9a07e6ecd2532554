import { formatUnits, parseUnits } from 'viem'

/** The check of the token's code covers both, so they need not be read. */
export const TOKEN_DECIMALS = 18
export const TOKEN_SYMBOL = 'INFRA'

const LENGTH_MAX = 100

export type TypedAmount = { amount: bigint; problem?: undefined } | { amount?: undefined; problem: string }

interface Limit {
  max: bigint
  /** The message when it is more than `max`: "You have 12 INFRA". */
  have: string
}

/** Parses an amount as people type it: 1000, 1 000.5, 1,5 and 1,000,000 are numbers; 1,000 is ambiguous. */
export function readAmount(typed: string, { max, have }: Limit): TypedAmount {
  const text = typed.replace(/[\s'’_]/g, '')
  if (text === '') return { problem: 'Enter an amount.' }
  const plain = text.length > LENGTH_MAX ? undefined : plainNumber(text)
  if (plain === undefined) return { problem: 'Enter a number, such as 1000 or 12.5.' }
  if (plain === 'unclear') {
    const [whole, part] = text.split(',')
    return { problem: `${text} could be ${whole}${part} or ${whole}.${part}. Enter the one you mean.` }
  }
  const decimals = plain.split('.')[1]?.replace(/0+$/, '').length ?? 0
  if (decimals > TOKEN_DECIMALS)
    return { problem: `${TOKEN_SYMBOL} has ${TOKEN_DECIMALS} decimals; these are ${decimals}.` }
  const amount = parseUnits(plain, TOKEN_DECIMALS)
  if (amount === 0n) return { problem: 'It must be more than zero.' }
  if (amount > max) return { problem: `${have} ${exactTokens(max)} ${TOKEN_SYMBOL}.` }
  return { amount }
}

/** With a decimal point, and without thousands separators. */
function plainNumber(text: string): string | 'unclear' | undefined {
  if (/^(\d+\.?\d*|\.\d+)$/.test(text)) return text
  if (/^[1-9]\d{0,2},\d{3}$/.test(text)) return 'unclear'
  if (/^\d*,\d+$/.test(text)) return text.replace(',', '.')
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(',', '')
  if (/^\d{1,3}(\.\d{3})+,\d*$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (/^\d{1,3}(\.\d{3}){2,}$/.test(text)) return text.replaceAll('.', '')
  return undefined
}

/** With all decimals, so that it can be typed again. */
export function exactTokens(amount: bigint): string {
  return formatUnits(amount, TOKEN_DECIMALS)
}

/** For display. Truncated, not rounded, so that nobody is shown more than they have. */
export function shownTokens(amount: bigint, { digits = 4, fixed = false } = {}): string {
  const [whole = '0', part = ''] = formatUnits(amount, TOKEN_DECIMALS).split('.')
  const cut = part.slice(0, digits)
  const kept = fixed ? cut.padEnd(digits, '0') : cut.replace(/0+$/, '')
  const grouped = BigInt(whole).toLocaleString('en')
  if (amount > 0n && BigInt(whole) === 0n && Number(cut) === 0 && !fixed)
    return `< 0.${'1'.padStart(digits, '0')}`
  return kept ? `${grouped}.${kept}` : grouped
}
