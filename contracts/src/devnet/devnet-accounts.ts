import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** Keys that anyone can read here: worth nothing outside a devnet, and so used nowhere else. */
export const deployer = privateKeyToAccount(keccak256(stringToHex('infra devnet deployer')))
export const faucet = privateKeyToAccount(keccak256(stringToHex('infra devnet faucet')))

export const richAddresses = [deployer.address, faucet.address]

/** Where every chain has it; libraries look nowhere else. */
export const multicall3Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
