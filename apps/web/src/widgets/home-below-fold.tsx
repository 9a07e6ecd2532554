import { useEffect, useMemo } from 'react'
import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { feedOf } from '../feed/feeds.ts'
import { AppOverview } from '../home/app-overview.tsx'
import { LatestDevlogEntry } from '../home/latest-devlog-entry.tsx'
import { LatestResults } from '../home/latest-results.tsx'
import { Steps } from '../home/steps.tsx'
import type { Network } from '../home/use-network.ts'
import { JobTile } from '../jobs/lists/job-tile.tsx'

/** The part of Home below the first screen. */
export function HomeBelowFold({ network }: { network: Network | undefined }) {
  const feed = feedOf(undefined, readerOf(useAccount()))
  const within = useMemo(() => ({ ids: () => feed.state.get().jobs.map(({ id }) => id) }), [feed])
  const { finished, running } = network ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a job starts or ends, there may be new results.
  useEffect(() => {
    void feed.open()
  }, [feed, finished, running])
  return (
    <>
      <LatestResults feed={feed} tile={(job) => <JobTile key={job.id} job={job} within={within} />} />
      <Steps />
      <AppOverview />
      <LatestDevlogEntry />
    </>
  )
}
