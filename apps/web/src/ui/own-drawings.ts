import type { IconNode } from 'lucide'

export const ShieldBug: IconNode = [
  ['path', { d: 'M12 2 4 5v7c0 5 3.5 8 8 10 4.5-2 8-5 8-10V5z' }],
  ['path', { d: 'M9.5 11h5v3a2.5 2.5 0 0 1-5 0zM10.5 11V9.5a1.5 1.5 0 0 1 3 0V11M12 11v5' }],
  ['path', { d: 'M9.5 12.5h-2M14.5 12.5h2M9.3 9.6 8.2 8.5M14.7 9.6l1.1-1.1' }],
]

/** The candlesticks of a trading pair, as on the linked page. */
export const DexLogo: IconNode = [
  ['path', { d: 'M7 4v4M7 17v4M17 3v3M17 14v5' }],
  ['path', { d: 'M4 8h6v9H4z' }],
  ['path', { d: 'M14 6h6v8h-6z', fill: 'currentColor' }],
]

export const TelegramLogo: IconNode = [
  ['path', { d: 'M21.5 3.5 2.5 11l6 2.2L11 21l3.4-4.2 4.6 3.4z' }],
  ['path', { d: 'm8.5 13.2 9-6.2-7 8.2L11 21' }],
]

export const XLogo: IconNode = [
  ['path', { d: 'M3.5 3.5h4.2l12.8 17h-4.2z' }],
  ['path', { d: 'M20 3.5 13.4 11M10.6 13.2 4 20.5' }],
]
