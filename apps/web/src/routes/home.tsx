import { lazy, Suspense } from 'react'
import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { MemberStart } from '../home/member-start.tsx'
import { NetworkNow } from '../home/network-now.tsx'
import { useNetwork } from '../home/use-network.ts'
import { VisitorStart } from '../home/visitor-start.tsx'
import { WhenNear } from '../home/when-near.tsx'
import { screenAt } from '../navigation/screens.ts'
import { Glitch } from '../shell/glitch/glitch.tsx'
import { homeNotice } from '../shell/home-notice.ts'
import { RouteError } from '../shell/route-error.tsx'
import { useStore } from '../store/use-store.ts'
import { CatchBoundary } from '../ui/catch-boundary.tsx'
import { useIsHydrating } from '../ui/use-is-hydrating.ts'

// Below the first screen, so not part of the first load.
const HomeBelowFold = lazy(async () => ({
  default: (await import('../widgets/home-below-fold.tsx')).HomeBelowFold,
}))

export function Home() {
  const account = useAccount()
  const network = useNetwork()
  // The server renders both, and a mark in the document decides which one is shown until React knows.
  const isHydrating = useIsHydrating()
  const isMember = readerOf(account) !== undefined
  return (
    <div className="flex flex-col gap-20 sm:gap-28">
      <WhyHere isLinked={account.phase !== 'disconnected'} />
      {(isHydrating || !isMember) && (
        <VisitorStart title={<Glitch text="AI apps, run on other people’s machines." />} />
      )}
      {(isHydrating || isMember) && (
        <MemberStart
          title={<Glitch text="Make something" />}
          className={isHydrating ? 'hidden known:flex' : 'flex'}
        />
      )}
      {!isMember && <NetworkNow network={network} className="known:hidden" />}
      <WhenNear>
        <CatchBoundary fallback={RouteError}>
          <Suspense fallback={<div className="min-h-dvh" />}>
            <HomeBelowFold network={network} />
          </Suspense>
        </CatchBoundary>
      </WhenNear>
    </div>
  )
}

/** Explains to people why they're here and not on the screen they wanted. */
function WhyHere({ isLinked }: { isLinked: boolean }) {
  const notice = useStore(homeNotice)
  if (!notice) return null
  const { reason, location } = notice
  const name = screenAt(location.path)?.label ?? location.path
  return (
    <p role="status" className="-mb-12 border-l-2 border-cool pl-4 text-lg/7 break-words sm:-mb-16">
      {reason === 'unknown'
        ? `There’s no page at ${location.path}.`
        : `${isLinked ? 'Sign in' : 'Link a wallet'} to open ${name}. You’ll go straight there.`}
    </p>
  )
}
