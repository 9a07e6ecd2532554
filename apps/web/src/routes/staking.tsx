import { NoContract } from '../staking/screen/no-contract.tsx'
import { StakingScreen } from '../staking/screen/staking-screen.tsx'
import { StakingSkeleton } from '../staking/screen/staking-skeleton.tsx'
import { stakingPlace } from '../staking/staking-configuration.ts'
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
