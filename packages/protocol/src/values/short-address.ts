/** First 5 characters, three dots, last 4: `0x742…` is not enough to tell two wallets apart, the end is. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 5)}...${address.slice(-4)}`
}
