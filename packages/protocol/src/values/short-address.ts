/** The first 5 characters, three dots, and the last 4: `0x742…` alone isn't enough to tell two wallets apart. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 5)}...${address.slice(-4)}`
}
