import { createRoot } from 'react-dom/client'
import type { WalletChain } from '../wallet-configuration.ts'
import { createApprovals } from './approvals.ts'
import { ApproveSheet } from './approve-sheet.tsx'
import { createDemoProvider } from './create-demo-provider.ts'

const DEMO_ID = 'network.infra.demo'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><path fill="#420a68" d="M0 0h28v28H0z"/><path fill="#dd513a" d="M5 9h18v12H5z"/><path fill="#fcffa4" d="M16 13h7v4h-7z"/></svg>'

/**
 * Announces the demo wallet as any wallet does (EIP-6963). This has to happen before wagmi looks for wallets, and
 * later requests are answered too. Returns its id.
 */
export function announceDemoWallet(chains: readonly [WalletChain, ...WalletChain[]]): string {
  const approvals = createApprovals()
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: 'Demo wallet',
      rdns: DEMO_ID,
      icon: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
    }),
    provider: createDemoProvider(chains, approvals),
  })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()

  const host = document.createElement('div')
  document.body.append(host)
  createRoot(host).render(<ApproveSheet approvals={approvals} />)
  return DEMO_ID
}
