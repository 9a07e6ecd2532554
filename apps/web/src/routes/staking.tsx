import { NoContract } from '../staking/no-contract.tsx'
import { stakingPlace } from '../staking/place.ts'
import { StakingScreen } from '../staking/staking-screen.tsx'
import { StakingSkeleton } from '../staking/staking-skeleton.tsx'
import { useStore } from '../use-store.ts'
import type { Wallet } from '../wallet/create-wallet.ts'
import { linkedWallet } from '../wallet/linked-wallet.ts'
import { useWallet, WalletProvider } from '../wallet/wallet-context.tsx'

export function Staking() {
  const wallet: Wallet | undefined = useStore(linkedWallet)
  if (!stakingPlace) return <NoContract />
  // Its code is on its way: whoever is signed in has a wallet.
  if (!wallet) return <StakingSkeleton />
  return (
    <WalletProvider wallet={wallet}>
      <WithAccount />
    </WalletProvider>
  )
}

/** Keyed by account, so that nothing of one is ever shown to the next. */
function WithAccount() {
  const { address } = useWallet().state
  if (!address || !stakingPlace) return <StakingSkeleton />
  return <StakingScreen key={address} place={stakingPlace} address={address} />
}
