import { storedWallet } from './stored-wallet.ts'

/** Whether a wallet was linked last time: if not, the first load needs no wallet code. */
export function wasConnected(): boolean {
  return storedWallet() !== undefined
}
