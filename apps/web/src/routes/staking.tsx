import { NoContract } from '../staking/screen/no-contract.tsx'
import { StakingScreen } from '../staking/screen/staking-screen.tsx'
import { StakingSkeleton } from '../staking/screen/staking-skeleton.tsx'
import { stakingDeployment } from '../staking/staking-deployment.ts'
import { useStore } from '../use-store.ts'
import type { Wallet } from '../wallet/create-wallet.ts'
import { linkedWallet } from '../wallet/linked-wallet.ts'
import { useWallet, WalletProvider } from '../wallet/wallet-context.tsx'

export function Staking() {
  const wallet: Wallet | undefined = useStore(linkedWallet)
  if (!stakingDeployment) return <NoContract />
  // The wallet's code is still loading: a signed-in user has a wallet.
  if (!wallet) return <StakingSkeleton />
  return (
    <WalletProvider wallet={wallet}>
      <WithAccount />
    </WalletProvider>
  )
}

/** Keyed by account, so that nothing of one account is shown to the next. */
function WithAccount() {
  const { address } = useWallet().state
  if (!address || !stakingDeployment) return <StakingSkeleton />
  return <StakingScreen key={address} deployment={stakingDeployment} address={address} />
}
