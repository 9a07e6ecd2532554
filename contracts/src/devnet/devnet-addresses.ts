import type { Hex } from 'viem'

// Written out, since the library that derives them takes half a second to load and `npm start` needs them at once.

/** By the deployer's first two transactions, so the same on every devnet. */
export const devnetToken: Hex = '0x954579cE52C5E1a0693bD2Bc2aE761CbA4Ac4356'
export const devnetStaking: Hex = '0x6ccD918d23f3006C47D5466354b91398572D59CC'
