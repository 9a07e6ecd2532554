import { rememberedWallet } from './remembered-wallet.ts'

/** Whether a wallet was linked last time: if not, the first paint need not load any wallet code. */
export function wasConnected(): boolean {
  return rememberedWallet() !== undefined
}
