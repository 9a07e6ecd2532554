import { z } from 'zod'
import { StakingDeployment } from '../staking.ts'

/** How the wallet behaves. */
export const WalletBehaviour = z.object({
  /** Whether it looks for wallets as soon as its code is loaded; otherwise when someone wants to link one. */
  autoInit: z.boolean(),
  /** Whether the last wallet is reconnected without a click. */
  autoConnect: z.boolean(),
  /** Whether a wallet on a chain that is not configured is disconnected. */
  disconnectUnknownChain: z.boolean(),
  /** Whether a change of chain counts as disconnecting and connecting again. */
  reconnectToChain: z.boolean(),
  /** Whether its events are written to the browser's console. */
  logEnabled: z.boolean(),
})
export type WalletBehaviour = z.infer<typeof WalletBehaviour>

/** What the web app must know before its first call. The API puts it into the page. */
export const WebConfiguration = z.object({
  /** Where the API's endpoints are: a path on the same origin, or the address of another. */
  apiPrefix: z.string(),
  links: z.object({ x: z.url(), dex: z.url(), telegram: z.url() }),
  wallet: z.object({
    /** The first is the default. Ethereum mainnet, and on a single-machine stack its development chain. */
    chains: z.array(z.object({ id: z.int(), name: z.string(), rpcUrl: z.url().nullable() })).min(1),
    /** WalletConnect's project; without one it isn't offered. */
    projectId: z.string().nullable(),
    /** Whether the demo wallet is offered, if the pages were built with it. */
    demo: z.boolean(),
    behaviour: WalletBehaviour.optional(),
  }),
  /** Null if no contract is configured. */
  staking: StakingDeployment.nullable(),
})
export type WebConfiguration = z.infer<typeof WebConfiguration>

/** The id of the `<script type="application/json">` block that contains it. */
export const CONFIGURATION_BLOCK_ID = 'configuration'
