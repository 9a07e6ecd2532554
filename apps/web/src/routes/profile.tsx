import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { MyFeedback } from '../feedback/my-feedback.tsx'
import { MyFavorites } from '../jobs/favorites/my-favorites.tsx'
import { JobLink } from '../jobs/job-link.tsx'
import { MyJobs } from '../jobs/lists/my-jobs.tsx'
import { MyReports } from '../jobs/reports/my-reports.tsx'
import { type ReviewPart, reviewParts } from '../moderation/review-parts.ts'
import { ReviewSummary } from '../moderation/review-summary.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { useSearchParam } from '../navigation/use-search-param.ts'
import { ApiKeys } from '../profile/api-keys.tsx'
import { Credits } from '../profile/credits.tsx'
import { Identity } from '../profile/identity.tsx'
import { MyData } from '../profile/my-data.tsx'
import { meQuery } from '../profile/profile-queries.ts'
import { Section } from '../profile/section.tsx'
import { Sessions } from '../profile/sessions.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

// Loaded for moderators only.
const Review = lazy(async () => ({ default: (await import('../moderation/review.tsx')).Review }))

export function Profile() {
  const { address, disconnect } = useAccount()
  const review = useSearchParam('review')
  const navigation = useNavigation()
  // Replace the entry, so that Back leads to the profile.
  const showPart = (part: ReviewPart) =>
    navigation.go({
      to: '.',
      search: { review: part },
      replace: true,
      openedHere: navigation.get().openedHere,
    })
  const {
    data: me,
    error,
    refetch,
  } = useQuery({ ...meQuery(address!), enabled: address !== undefined }, queryClient)
  if (error) {
    return (
      <div className="flex flex-col items-start gap-5">
        <p role="alert" className="text-lg/7">
          {describeRefusal(error).sentence}
        </p>
        <Button icon="refresh" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!me) return <Skeleton />
  const isModerator = me.role === 'moderator'
  const part = reviewParts.find((one) => one === review.value)
  if (isModerator && part) {
    return (
      <Suspense fallback={<Skeleton />}>
        <Review part={part} onPart={showPart} onClose={review.close} jobLink={jobLink} />
      </Suspense>
    )
  }
  return (
    <>
      {isModerator && (
        <Section title="Moderation">
          <ReviewSummary onOpen={() => review.open('jobs')} />
        </Section>
      )}
      <Identity key={me.id} me={me} />
      <Credits address={me.id} tier={me.tier} jobLink={jobLink} />
      <Section title="My jobs">
        <MyJobs address={me.id} />
      </Section>
      <Section title="Favourites">
        <MyFavorites address={me.id} />
      </Section>
      <Section title="Reports you sent">
        <h3 className="label text-muted">About results of others</h3>
        <MyReports address={me.id} />
        <h3 className="label text-muted">Feedback</h3>
        <MyFeedback address={me.id} />
      </Section>
      <ApiKeys address={me.id} />
      <Sessions address={me.id} onSignedOut={disconnect} />
      <MyData onDeleted={disconnect} />
    </>
  )
}

function jobLink(id: string, children: ReactNode) {
  return (
    <JobLink id={id} className="underline decoration-edge underline-offset-4 hover:decoration-text">
      {children}
    </JobLink>
  )
}
