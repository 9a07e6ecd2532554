/** Of Ethereum, and of every chain that may be configured. */
export const NATIVE_CURRENCY = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const
