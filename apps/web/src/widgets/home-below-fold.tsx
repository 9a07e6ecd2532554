import { useEffect, useMemo } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { feedOf } from '../feed/feeds.ts'
import { AppShelf } from '../home/app-overview.tsx'
import { LastEntry } from '../home/latest-devlog-entry.tsx'
import { Latest } from '../home/latest-results.tsx'
import { Steps } from '../home/steps.tsx'
import type { Network } from '../home/use-network.ts'
import { JobTile } from '../jobs/lists/job-tile.tsx'

/** What Home says to whoever goes on reading. */
export function HomeBelow({ network }: { network: Network | undefined }) {
  const { phase, address } = useAccount()
  const feed = feedOf(undefined, phase === 'authenticated' ? address : undefined)
  const within = useMemo(() => ({ ids: () => feed.state.get().jobs.map(({ id }) => id) }), [feed])
  const { finished, running } = network ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something ended or began, there may be more to see.
  useEffect(() => {
    void feed.open()
  }, [feed, finished, running])
  return (
    <>
      <Latest feed={feed} tile={(job) => <JobTile key={job.id} job={job} within={within} />} />
      <Steps />
      <AppShelf />
      <LastEntry />
    </>
  )
}
