import { createStore } from '../store.ts'
import type { Wallet } from './create-wallet.ts'

/** The wallet of this page, once its code is loaded: for screens that do more with it than sign in. */
export const linkedWallet = createStore<Wallet | undefined>(undefined)
