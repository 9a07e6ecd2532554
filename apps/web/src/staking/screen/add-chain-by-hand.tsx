import { CopyButton } from '../../ui/copy-button.tsx'
import type { WalletChain } from '../../wallet/wallet-configuration.ts'

/** For wallets that don't let a page add a chain. */
export function AddChainByHand({ chain: { id, name, rpcUrl } }: { chain: WalletChain }) {
  if (!rpcUrl) return null
  return (
    <>
      <p>You can add {name} in your wallet's own settings, and switch to it there:</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 font-mono text-sm/6">
        <dt className="text-muted">Chain ID</dt>
        <dd className="select-all">{id}</dd>
        <dt className="text-muted">RPC address</dt>
        <dd className="select-all">{rpcUrl}</dd>
        <dt className="text-muted">Currency</dt>
        <dd>ETH</dd>
      </dl>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={String(id)} label="Copy the chain ID" />
        <CopyButton text={rpcUrl} label="Copy the RPC address" />
      </div>
    </>
  )
}
