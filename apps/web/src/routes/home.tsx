import { useAccount } from '../account/account-context.tsx'
import { Directory } from '../home/directory.tsx'
import { Steps } from '../home/steps.tsx'
import { View } from '../home/view.tsx'
import { ButtonLink } from '../shell/button-link.tsx'
import { Glitch } from '../shell/glitch.tsx'
import { Button } from '../ui/button.tsx'

export function Home() {
  const account = useAccount()
  // Also while a wallet is being chosen: behind the dialog the page stays as it was.
  const linkable = account.phase === 'disconnected'
  return (
    <div className="flex flex-col gap-24 sm:gap-32">
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
              <Button look="hot" icon="link" onClick={account.link}>
                Link a wallet
              </Button>
            )}
            <ButtonLink to="/feed" look={linkable ? 'plain' : 'hot'}>
              Open the feed
            </ButtonLink>
          </div>
        </div>
        <View />
      </section>
      <Steps />
      <Directory signedIn={account.phase === 'authenticated'} />
    </div>
  )
}
