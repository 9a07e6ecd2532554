import { lazy, Suspense } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { STARTER_CREDITS } from '../bootstrap/starter-credits.ts'
import { Counters } from '../home/counters.tsx'
import { ThermalView } from '../home/thermal-view.tsx'
import { useNetwork } from '../home/use-network.ts'
import { WhenNear } from '../home/when-near.tsx'
import { ButtonLink } from '../navigation/button-link.tsx'
import { Link } from '../navigation/link.tsx'
import { screens } from '../navigation/screens.ts'
import { Glitch } from '../shell/glitch/glitch.tsx'
import { homeNotice } from '../shell/home-notice.ts'
import { RouteError } from '../shell/route-error.tsx'
import { useStore } from '../store/use-store.ts'
import { Button } from '../ui/button.tsx'
import { CatchBoundary } from '../ui/catch-boundary.tsx'

// Below the first screen, so not part of the first load.
const HomeBelowFold = lazy(async () => ({
  default: (await import('../widgets/home-below-fold.tsx')).HomeBelowFold,
}))

export function Home() {
  const account = useAccount()
  // Also while the user chooses a wallet, so that the page behind the dialog does not change.
  const linkable = account.phase === 'disconnected'
  const network = useNetwork()
  return (
    <div className="flex flex-col gap-20 sm:gap-28">
      <WhyHere isLinked={!linkable} />
      <section className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <div className="flex flex-col items-start gap-7">
          <h1 className="text-[clamp(2.75rem,1.6rem+4.2vw,4.75rem)]/[1.02] font-semibold tracking-[-0.02em] text-balance">
            <Glitch text="AI apps, run on other people’s machines." />
          </h1>
          <p className="max-w-[34rem] text-xl/8 text-muted text-pretty">
            Infra is an app and the network behind it. You order a job, a node somewhere picks it up, and the
            result comes back signed by the machine that made it.
          </p>
          <div className="flex flex-wrap gap-3">
            {linkable && (
              <Button look="hot" icon="link" className="known:hidden" onClick={account.link}>
                Link a wallet
              </Button>
            )}
            <ButtonLink to="/feed" look={linkable ? 'plain' : 'hot'}>
              Open the feed
            </ButtonLink>
            <ButtonLink to="/apps">Try an app</ButtonLink>
          </div>
          {linkable && (
            <p className="text-pretty text-muted known:hidden">
              You start with {STARTER_CREDITS} free credits. A short story costs 3.
            </p>
          )}
        </div>
        <ThermalView network={network} />
      </section>
      <section aria-labelledby="now" className="flex flex-col gap-8">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 font-mono text-sm text-muted">
          <h2 id="now">The network now</h2>
          <Link to="/nodes" className="underline-offset-4 hover:text-text hover:underline">
            Nodes, and how to add yours
          </Link>
        </div>
        <Counters network={network} />
      </section>
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

/** Said to someone who wanted to be elsewhere. */
function WhyHere({ isLinked }: { isLinked: boolean }) {
  const notice = useStore(homeNotice)
  if (!notice) return null
  const { reason, location } = notice
  const name = screens.find(({ path }) => path === location.path)?.label ?? location.path
  return (
    <p role="status" className="-mb-12 border-l-2 border-cool pl-4 text-lg/7 break-words sm:-mb-16">
      {reason === 'unknown'
        ? `There’s no page at ${location.path}.`
        : `${isLinked ? 'Sign in' : 'Link a wallet'} to open ${name}. You’ll go straight there.`}
    </p>
  )
}
