import { type ProfileSection, profileSections } from '@infra/protocol/pages/screens'
import type { Me } from '@infra/protocol/users'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { MyFeedback } from '../feedback/my-feedback.tsx'
import { MyFavorites } from '../jobs/favorites/my-favorites.tsx'
import { JobLink } from '../jobs/job-link.tsx'
import { MyJobs } from '../jobs/lists/my-jobs.tsx'
import { NotificationSettings } from '../jobs/notifications/notification-settings.tsx'
import { MyReports } from '../jobs/reports/my-reports.tsx'
import { type ReviewPart, reviewParts } from '../moderation/review-parts.ts'
import { ReviewSummary } from '../moderation/review-summary.tsx'
import { Link } from '../navigation/link.tsx'
import { IN_TEXT } from '../navigation/link-styles.ts'
import { useNavigation, usePageLocation } from '../navigation/navigation.ts'
import { useSearchParam } from '../navigation/use-search-param.ts'
import { MailSettings } from '../nodes/alerts/mail-settings.tsx'
import { NodeAlerts } from '../nodes/alerts/node-alerts.tsx'
import { MyNodePage } from '../nodes/mine/my-node-page.tsx'
import { MyNodes } from '../nodes/mine/my-nodes.tsx'
import { MySanctions } from '../nodes/my-sanctions.tsx'
import { ApiKeys } from '../profile/api-keys.tsx'
import { Credits } from '../profile/credits.tsx'
import { Identity } from '../profile/identity.tsx'
import { MyData } from '../profile/my-data.tsx'
import { meQuery } from '../profile/profile-queries.ts'
import { Section } from '../profile/section.tsx'
import { SectionLinks } from '../profile/section-links.tsx'
import { Sessions } from '../profile/sessions.tsx'
import { Webhooks } from '../profile/webhooks/webhooks.tsx'
import { OperatorTrust } from '../trust/node-trust.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

// Loaded for moderators only.
const Review = lazy(async () => ({ default: (await import('../moderation/review.tsx')).Review }))

export function Profile() {
  const { address, disconnect } = useAccount()
  const review = useSearchParam('review')
  const navigation = useNavigation()
  const { path } = usePageLocation()
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
  const section = profileSections.find((one) => path === `/profile/${one}`)
  return (
    <>
      <SectionLinks />
      <div>
        {section ? (
          sections[section](me, disconnect)
        ) : (
          <>
            {isModerator && (
              <Section title="Moderation">
                <ReviewSummary onOpen={() => review.open('jobs')} />
              </Section>
            )}
            <Identity key={me.id} me={me} />
          </>
        )}
      </div>
    </>
  )
}

const sections: Record<ProfileSection, (me: Me, onSignedOut: () => void) => ReactNode> = {
  jobs: ({ id }) => (
    <Section title="My jobs">
      <MyJobs address={id} />
    </Section>
  ),
  favourites: ({ id }) => (
    <Section title="Favourites">
      <MyFavorites address={id} />
    </Section>
  ),
  credits: ({ id, tier }) => <Credits address={id} tier={tier} jobLink={jobLink} />,
  nodes: ({ id }) => <MyNodesSection address={id} />,
  keys: ({ id }) => <ApiKeys address={id} />,
  webhooks: ({ id }) => <Webhooks address={id} />,
  settings: ({ id }, onSignedOut) => (
    <>
      <Section title="Notifications">
        <NotificationSettings address={id} />
        <MailSettings address={id} />
      </Section>
      <Sessions address={id} onSignedOut={onSignedOut} />
      <Section title="Reports you sent">
        <h3 className="label text-muted">Other people’s results</h3>
        <MyReports address={id} />
        <h3 className="label text-muted">Feedback</h3>
        <MyFeedback address={id} />
      </Section>
      <MyData onDeleted={onSignedOut} />
    </>
  ),
}

/** The same as on the Nodes screen; if it's empty, how to add one; or one of them. */
function MyNodesSection({ address }: { address: string }) {
  const open = useSearchParam('node')
  if (open.value)
    return (
      <MyNodePage
        key={open.value}
        address={address}
        id={open.value}
        onClose={open.close}
        checks={<OperatorTrust id={open.value} />}
      />
    )
  return (
    <div className="flex flex-col gap-10">
      <NodeAlerts address={address} />
      <MySanctions address={address} />
      <MyNodes address={address} />
      <p className="text-muted">
        Your machine can run other people’s jobs and earn credits.{' '}
        <Link to="/nodes" className={IN_TEXT}>
          Add a node
        </Link>
      </p>
    </div>
  )
}

function jobLink(id: string, children: ReactNode) {
  return (
    <JobLink id={id} className={IN_TEXT}>
      {children}
    </JobLink>
  )
}
