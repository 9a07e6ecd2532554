import { useEffect, useMemo } from 'react'
import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { AppExample } from '../catalogue/app-example.tsx'
import { feedOf } from '../feed/feeds.ts'
import { AppOverview } from '../home/app-overview.tsx'
import { LatestDevlogEntry } from '../home/latest-devlog-entry.tsx'
import { LatestResults } from '../home/latest-results.tsx'
import { NetworkNow } from '../home/network-now.tsx'
import { Steps } from '../home/steps.tsx'
import type { Network } from '../home/use-network.ts'
import { JobTile } from '../jobs/lists/job-tile.tsx'
import { MyLastJobs } from '../jobs/lists/my-last-jobs.tsx'

/** The part of Home below the first screen: for members what is theirs and what is new, for visitors what there is. */
export function HomeBelowFold({ network }: { network: Network | undefined }) {
  const reader = readerOf(useAccount())
  const feed = feedOf(undefined, reader)
  const within = useMemo(() => ({ ids: () => feed.state.get().jobs.map(({ id }) => id) }), [feed])
  const { finished, running } = network ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a job starts or ends, there may be new results.
  useEffect(() => {
    void feed.open()
  }, [feed, finished, running])
  const results = (
    <LatestResults feed={feed} tile={(job) => <JobTile key={job.id} job={job} within={within} />} />
  )
  if (reader !== undefined)
    return (
      <>
        <MyLastJobs address={reader} />
        <LatestDevlogEntry />
        {results}
        <NetworkNow network={network} />
      </>
    )
  return (
    <>
      <AppOverview example={(app) => <AppExample app={app} />} />
      {results}
      <Steps />
      <LatestDevlogEntry />
    </>
  )
}
